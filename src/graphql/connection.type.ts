import { type ClassType, Field, ObjectType } from 'type-graphql';

@ObjectType({ description: 'Relay cursor connections' })
export class PageInfo {
  @Field(() => Boolean)
  hasNextPage!: boolean;

  @Field(() => Boolean)
  hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true })
  startCursor!: string | null;

  @Field(() => String, { nullable: true })
  endCursor!: string | null;
}

export interface Edge<Node> {
  readonly cursor: string;
  readonly node: Node;
}

export interface Connection<Node> {
  readonly edges: readonly Edge<Node>[];
  readonly pageInfo: PageInfo;
}

/** The edge and connection types of a node type, named after it (Relay cursor connections specification). */
export function connectionOf<Node extends object>(NodeClass: ClassType<Node>, name: string) {
  @ObjectType(`${name}Edge`)
  class NodeEdge implements Edge<Node> {
    @Field(() => String)
    cursor!: string;

    @Field(() => NodeClass)
    node!: Node;
  }

  @ObjectType(`${name}Connection`)
  class NodeConnection implements Connection<Node> {
    @Field(() => [NodeEdge])
    edges!: NodeEdge[];

    @Field(() => PageInfo)
    pageInfo!: PageInfo;
  }
  return NodeConnection;
}
