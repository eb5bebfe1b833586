import type { Command } from 'commander';
import { acting, type Ask, type AskOptions, commandGroup, listed } from '../ask.js';
import {
  DocumentsDocument,
  type DocumentFieldsFragment,
  RegisterDocumentsDocument,
  RemoveDocumentDocument,
} from '../generated/operations.js';
import { printRows } from '../output.js';
import { CliError, type Shell } from '../shell.js';

/** Returns `documents list`, `add`, `remove`: the GraphQL documents that clients may send by id. */
export function documentsCommand(shell: Shell, done: (status: number) => void): Command {
  const group = commandGroup('documents', 'Lists, registers and removes GraphQL documents').addHelpText(
    'after',
    EXAMPLES,
  );
  const action = acting(shell, done);
  group
    .command('list', { isDefault: true })
    .description('Lists registered documents by their ids.')
    .action(
      action(async (ask, options: AskOptions) => {
        const { nodes } = await listed(
          Infinity,
          async (page) => (await ask(DocumentsDocument, page)).documents,
        );
        printRows(shell, options, { documents: nodes, rows: nodes.map(lineOf) });
      }),
    );
  group
    .command('add <file>')
    .description('Registers the operations of a .graphql file, or the documents of a manifest (JSON).')
    .action(
      action(async (ask, options: AskOptions, file) => {
        const documents = await register(ask, await textsOf(shell, file));
        printRows(shell, options, { documents, rows: documents.map(lineOf) });
      }),
    );
  group
    .command('remove <id>')
    .description('Removes a document. A running gateway knows within 5 s.')
    .action(
      action(async (ask, options: AskOptions, documentId) => {
        const { document } = (await ask(RemoveDocumentDocument, { input: { documentId } })).removeDocument;
        printRows(shell, options, { document, rows: [lineOf(document)] });
      }),
    );
  return group;
}

const EXAMPLES = `
Examples:
  cardway documents add persisted-documents.json
  cardway documents add operations.graphql --url https://cards.example.com --key-file operator.key
  cardway keys create shop-backend --role client --programme shop --documents persisted`;

/** Bytes of texts in one call, well below the limit of a body. */
const BATCH_BYTES = 24_000;

async function register(ask: Ask, texts: readonly string[]): Promise<DocumentFieldsFragment[]> {
  const registered: DocumentFieldsFragment[] = [];
  let batch: string[] = [];
  const send = async (): Promise<void> => {
    if (batch.length === 0) return;
    const { registerDocuments } = await ask(RegisterDocumentsDocument, { input: { texts: batch } });
    registered.push(...registerDocuments.documents);
    batch = [];
  };
  for (const text of texts) {
    const bytes = Buffer.byteLength([...batch, text].join(''));
    if (bytes > BATCH_BYTES || batch.length === 100) await send();
    batch.push(text);
  }
  await send();
  return registered;
}

/** Reads the documents of a file. Errors: CliError for a file that cannot be read, is no manifest, or is not GraphQL. */
async function textsOf(shell: Shell, file: string): Promise<readonly string[]> {
  // Loaded here, so that other commands do not wait for GraphQL.
  const { operationsIn, textsIn } = await import('../../graphql/documents.js');
  let text: string;
  try {
    text = shell.readFile(file);
  } catch {
    throw new CliError(`${file} cannot be read.`);
  }
  try {
    return file.endsWith('.json') ? textsIn(text) : operationsIn(text);
  } catch (error) {
    throw new CliError(`${file} cannot be used: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}

function lineOf({ documentId, createdAt, text }: DocumentFieldsFragment) {
  const name = /(?:query|mutation|subscription)\s+(\w+)/.exec(text)?.[1] ?? '';
  return { documentId, name, createdAt };
}
