// Searches issues and pull requests.
// Source: https://docs.github.com/en/rest/search/search#search-issues-and-pull-requests

import type { Context } from "../frame/context.ts"
import { placeAt } from "../issues/trackers.ts"
import { type Hit, qualifiers, type Test } from "./issue-tests.ts"
import type { Clause, Expression, Query } from "./query.ts"
import { scopeNames, scopeTest, searchable, withMe } from "./scope.ts"
import { phraseTest } from "./words.ts"

export const issueQualifiers: ReadonlySet<string> = new Set([...Object.keys(qualifiers), ...scopeNames, "in", "sort"])

/** The texts to search: title, body and comments, unless `in:` restricts them. */
const textsIn = ({ clauses }: Query): ((hit: Hit) => ReadonlyArray<string>) => {
  const places = new Set(clauses.filter(({ name }) => name === "in").flatMap(({ values }) => values))
  const has = (name: string): boolean => places.size === 0 || places.has(name)
  return ({ issue }) => [
    ...(has("title") ? [issue.title] : []),
    ...(has("body") ? [issue.body ?? ""] : []),
    ...(has("comments") ? issue.comments.map(({ body }) => body) : [])
  ]
}

/** Repeated `author` and `assignee` qualifiers are alternatives, like comma-separated values. */
const alternatives = new Set(["author", "assignee"])

const clauseTest = (context: Context, clause: Clause): Test => {
  const { name, values } = clause
  if (scopeNames.includes(name)) {
    const isIn = scopeTest(context, clause)
    return ({ place }) => isIn(place.repository)
  }
  const any = values.map((value) => qualifiers[name]?.(withMe(context, value), context.world) ?? (() => true))
  return (hit) => any.some((test) => test(hit))
}

/** `in` and `sort` apply to the whole query and filter nothing by themselves. */
const asksNothing = new Set(["in", "sort"])

const testOf = (context: Context, expression: Expression, textsOf: (hit: Hit) => ReadonlyArray<string>): Test => {
  const anyOf =
    (tests: ReadonlyArray<Test>): Test =>
    (hit) =>
      tests.some((test) => test(hit))
  const branches = expression.alternatives.map((parts): Test => {
    const tests: Array<Test> = []
    const groups = new Map<string, Array<Test>>()
    for (const part of parts) {
      if ("alternatives" in part) {
        tests.push(testOf(context, part, textsOf))
      } else if ("text" in part) {
        const isIn = phraseTest(part.text)
        tests.push((hit) => textsOf(hit).some(isIn) !== part.negated)
      } else if (!asksNothing.has(part.name)) {
        const test = clauseTest(context, part)
        if (part.negated) tests.push((hit) => !test(hit))
        else if (alternatives.has(part.name)) groups.set(part.name, [...(groups.get(part.name) ?? []), test])
        else tests.push(test)
      }
    }
    const all = [...tests, ...[...groups.values()].map(anyOf)]
    return (hit) => all.every((test) => test(hit))
  })
  const matches = anyOf(branches)
  return (hit) => matches(hit) !== expression.negated
}

/** Words in the title score higher than words in the text. */
const scorer = ({ words }: Query): ((hit: Hit) => number) => {
  const tests = words.filter(({ negated }) => !negated).map(({ text }) => phraseTest(text))
  return ({ issue }) => 1 + tests.filter((isIn) => isIn(issue.title)).length
}

const keys: Readonly<Record<string, (hit: Hit) => string | number>> = {
  comments: ({ issue }) => issue.comments.length,
  created: ({ issue }) => issue.createdAt,
  updated: ({ issue }) => issue.updatedAt,
  reactions: () => 0,
  interactions: ({ issue }) => issue.comments.length
}

/**
 * The order: the `sort` parameter, or else `sort:created-asc` in the query, or else best match. Equal matches are
 * newest first.
 */
const orderOf = (
  { query }: Context,
  search: Query
): { readonly key: ((hit: Hit) => string | number) | undefined; readonly ascending: boolean } => {
  const inQuery = search.clauses.find(({ name }) => name === "sort")?.values[0]?.split("-") ?? []
  const sort = query.get("sort") ?? inQuery[0] ?? ""
  const order = query.get("sort") === null ? inQuery[1] : query.get("order")
  return { key: keys[sort.split("-")[0] ?? ""], ascending: order === "asc" }
}

export interface IssueMatch extends Hit {
  readonly score: number
}

export const searchIssues = (context: Context, search: Query): ReadonlyArray<IssueMatch> => {
  const matches = testOf(context, search.expression, textsIn(search))
  const score = scorer(search)
  const hits = searchable(context, search.clauses).flatMap((repository) => {
    const place = placeAt(context.world, repository)
    return place.tracker.issues.flatMap((issue): ReadonlyArray<IssueMatch> => {
      const hit = { place, issue }
      return matches(hit) ? [{ ...hit, score: score(hit) }] : []
    })
  })
  const { ascending, key = (hit: IssueMatch) => hit.score } = orderOf(context, search)
  const compare = (one: IssueMatch, other: IssueMatch): number => {
    const [left, right] = [key(one), key(other)]
    return left < right
      ? -1
      : left > right
        ? 1
        : one.issue.createdAt.localeCompare(other.issue.createdAt) || one.issue.id - other.issue.id
  }
  const inOrder = hits.toSorted(compare)
  return ascending ? inOrder : inOrder.toReversed()
}
