import type { GraphQLResolveInfo } from 'graphql';
import {
  Arg,
  Args,
  Ctx,
  Field,
  ID,
  Info,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
} from 'type-graphql';
import { badRequest } from '../../platform/errors.js';
import type { PersistedDocument as DocumentRow } from '../../use-cases/directory/directory-port.js';
import { administrator, type GraphQLContext } from '../context.js';
import { requireDocument } from '../documents.js';
import { Node } from '../node.js';
import { connectionOf, namedConnection, namedPageOf, PageArgs } from '../paging.js';
import { Requires } from '../roles.js';
import { DateTime } from '../scalars.js';
import { inputType, isoTime, resultType } from '../shapes.js';

@ObjectType({
  implements: Node,
  description: 'A registered GraphQL document. Clients send its id as `documentId` in place of its text.',
})
class PersistedDocument extends Node {
  @Field(() => ID, { description: 'The same as `id`: `sha256:` and the hash of the text in hex.' })
  documentId!: string;

  @Field(() => String, { description: 'The text of the document.' })
  text!: string;

  @Field(() => DateTime, { description: 'When the document was registered.' })
  createdAt!: string;
}

const PersistedDocumentConnection = connectionOf(PersistedDocument, 'PersistedDocument');

@InputType({ description: 'Conditions on registered documents. All given ones must hold.' })
class DocumentFilter {
  @Field(() => String, {
    nullable: true,
    description: 'First characters of the id, or a part of the text of the document.',
  })
  text?: string | null;
}

@InputType({ description: 'GraphQL documents to register.' })
class RegisterDocumentsInput {
  @Field(() => [String], { description: 'The texts of the documents, 1 to 100. Each must fit the schema.' })
  texts!: string[];
}

interface DocumentRef {
  readonly documentId: string;
}
const RemoveDocumentInput = inputType<DocumentRef>('RemoveDocumentInput', 'The document to remove.', {
  documentId: { type: () => ID, description: 'Id of the document.' },
});

@ObjectType({ description: 'Result of the mutation registerDocuments.' })
class RegisterDocumentsResult {
  @Field(() => [PersistedDocument], { description: 'The documents, in the order of their texts.' })
  documents!: PersistedDocument[];
}

const RemoveDocumentResult = resultType('RemoveDocumentResult', 'document', {
  type: () => PersistedDocument,
  description: 'The document that was removed.',
});

function documentOf(row: DocumentRow): PersistedDocument {
  const { documentId, text, createdAtMs } = row;
  return { id: documentId, documentId, text, createdAt: isoTime(createdAtMs) };
}

const LIST = 'document';
const TEXTS_MAX = 100;

@Resolver(() => PersistedDocument)
export class DocumentResolver {
  @Requires('readDirectory')
  @Query(() => PersistedDocumentConnection, { description: 'Lists registered documents by their id.' })
  async documents(
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => DocumentFilter, { nullable: true, description: 'Conditions on the documents.' })
    filter: DocumentFilter | null | undefined,
    @Ctx() { useCases }: GraphQLContext,
  ): Promise<InstanceType<typeof PersistedDocumentConnection>> {
    const wanted = namedPageOf(page, LIST, { text: filter?.text });
    const found = await useCases.administration.documents.list(wanted);
    return namedConnection(found, LIST, { name: ({ documentId }) => documentId, node: documentOf });
  }

  @Requires('manageDocuments')
  @Mutation(() => RegisterDocumentsResult, {
    description:
      'Registers documents. One that is registered already stays as it is. The audit log keeps their ids.',
  })
  async registerDocuments(
    @Arg('input', () => RegisterDocumentsInput, { description: 'The documents.' })
    { texts }: RegisterDocumentsInput,
    @Ctx() { useCases, caller }: GraphQLContext,
    @Info() { schema }: GraphQLResolveInfo,
  ): Promise<RegisterDocumentsResult> {
    const { length } = texts;
    if (length === 0 || length > TEXTS_MAX)
      throw badRequest('texts', `texts must be 1 to ${TEXTS_MAX} documents.`);
    for (const [index, text] of texts.entries()) requireDocument(`texts.${index}`, text, schema);
    const actor = administrator(caller);
    const registered = await useCases.administration.documents.register(actor, texts);
    return { documents: registered.map(documentOf) };
  }

  @Requires('manageDocuments')
  @Mutation(() => RemoveDocumentResult, {
    description: 'Removes a document, within 5 s on every node. The audit log keeps its id.',
  })
  async removeDocument(
    @Arg('input', () => RemoveDocumentInput, { description: 'The document.' }) { documentId }: DocumentRef,
    @Ctx() { useCases, caller }: GraphQLContext,
  ): Promise<{ document: PersistedDocument }> {
    const actor = administrator(caller);
    return { document: documentOf(await useCases.administration.documents.remove(actor, documentId)) };
  }
}

export async function findDocument(
  documentId: string,
  { useCases }: GraphQLContext,
): Promise<PersistedDocument | null> {
  const row = await useCases.administration.documents.find(documentId);
  return row === null ? null : documentOf(row);
}
