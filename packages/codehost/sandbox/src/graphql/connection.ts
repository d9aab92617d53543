// GraphQL connections: pages of a list in both directions, with page info.
// Source: https://docs.github.com/en/graphql/guides/using-pagination-in-the-graphql-api

import { FieldError } from "./errors.ts"
import type { Input, Inputs, ObjectValue } from "./resolvers.ts"

const most = 100

const cursorOf = (id: number): string => Buffer.from(`cursor:v2:${id}`).toString("base64")

const bound = (field: string, name: string, value: Input): number | null => {
  if (typeof value !== "number") return null
  if (value > most) {
    throw new FieldError(
      "EXCESSIVE_PAGINATION",
      `Requesting ${value} records on the \`${field}\` connection exceeds the \`${name}\` limit of ${most} records.`
    )
  }
  if (value >= 0) return value
  throw new FieldError("INVALID_PAGINATION", `\`${name}\` on the \`${field}\` connection cannot be less than zero.`)
}

const boundsOf = (
  field: string,
  { first = null, last = null }: Inputs
): { readonly first: number | null; readonly last: number | null } => {
  if (first === null && last === null) {
    throw new FieldError(
      "MISSING_PAGINATION_BOUNDARIES",
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${field}\` connection.`
    )
  }
  return { first: bound(field, "first", first), last: bound(field, "last", last) }
}

/** `type` is the node type in the connection's name. Only the nodes of the page are built. */
export const connection = <A>(
  type: string,
  field: string,
  args: Inputs,
  items: ReadonlyArray<A>,
  node: (item: A) => ObjectValue,
  idOf: (item: A) => number
): ObjectValue => {
  const { first, last } = boundsOf(field, args)
  const at = (cursor: Input | undefined, otherwise: number): number => {
    if (cursor === null || cursor === undefined) return otherwise
    const index = items.findIndex((item) => cursorOf(idOf(item)) === cursor)
    if (index !== -1) return index
    throw new FieldError(
      "INVALID_CURSOR_ARGUMENTS",
      `\`${JSON.stringify(cursor)}\` does not appear to be a valid cursor.`
    )
  }
  const from = at(args["after"], -1) + 1
  const to = at(args["before"], items.length)
  const end = first === null ? to : Math.min(to, from + first)
  const start = last === null ? from : Math.max(from, end - last)
  const page = items.slice(start, end)
  const [top, bottom] = [page[0], page.at(-1)]
  return {
    __typename: `${type}Connection`,
    totalCount: items.length,
    nodes: () => page.map(node),
    edges: () => page.map((item) => ({ __typename: `${type}Edge`, cursor: cursorOf(idOf(item)), node: node(item) })),
    pageInfo: {
      __typename: "PageInfo",
      startCursor: top === undefined ? null : cursorOf(idOf(top)),
      endCursor: bottom === undefined ? null : cursorOf(idOf(bottom)),
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0
    }
  }
}
