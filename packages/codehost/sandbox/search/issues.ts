// Searching issues and pull requests.
// Source: https://docs.github.com/en/rest/search/search#search-issues-and-pull-requests

import type { Context } from "../frame/context.ts"
import { placeAt } from "../issues/trackers.ts"
import { type Hit, qualifiers, type Test } from "./issue-tests.ts"
import type { Query } from "./query.ts"
import { reachable, scopeNames, withMe } from "./scope.ts"
import { phraseTest } from "./words.ts"

export const issueQualifiers: ReadonlySet<string> = new Set([...Object.keys(qualifiers), ...scopeNames, "in", "sort"])

/** Values between commas are alternatives, and so are authors and assignees that are named one by one. */
const alternatives = new Set(["author", "assignee"])

const clauseTests = (context: Context, { clauses }: Query): ReadonlyArray<Test> => {
  const tests: Array<Test> = []
  const groups = new Map<string, Array<Test>>()
  for (const { name, negated, values } of clauses) {
    const qualifier = qualifiers[name]
    if (qualifier === undefined) continue
    const any = values.map((value) => qualifier(withMe(context, value), context.world))
    const matches: Test = (hit) => any.some((test) => test(hit))
    if (negated) tests.push((hit) => !matches(hit))
    else if (alternatives.has(name)) groups.set(name, [...(groups.get(name) ?? []), matches])
    else tests.push(matches)
  }
  for (const group of groups.values()) tests.push((hit) => group.some((test) => test(hit)))
  return tests
}

/** Where words are looked for: titles, bodies and comments, unless `in:` says which. */
const textsIn = ({ clauses }: Query): ((hit: Hit) => ReadonlyArray<string>) => {
  const places = new Set(clauses.filter(({ name }) => name === "in").flatMap(({ values }) => values))
  const has = (name: string): boolean => places.size === 0 || places.has(name)
  return ({ issue }) => [
    ...(has("title") ? [issue.title] : []),
    ...(has("body") ? [issue.body ?? ""] : []),
    ...(has("comments") ? issue.comments.map(({ body }) => body) : [])
  ]
}

const wordTests = (query: Query): ReadonlyArray<Test> => {
  const textsOf = textsIn(query)
  return query.words.map(({ negated, text }) => {
    const isIn = phraseTest(text)
    return (hit) => textsOf(hit).some(isIn) !== negated
  })
}

/** More for words in the title than for those in the text. */
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

/** `sort=`, else `sort:created-asc` in the query; else the best match, and the newest of equals. */
const orderOf = (
  { query }: Context,
  search: Query
): { readonly key: ((hit: Hit) => string | number) | undefined; readonly ascending: boolean } => {
  const inQuery = search.clauses.find(({ name }) => name === "sort")?.values[0]?.split("-") ?? []
  const sort = query.get("sort") ?? inQuery[0] ?? ""
  const order = query.get("sort") === null ? inQuery[1] : query.get("order")
  return { key: keys[sort.split("-")[0] ?? ""], ascending: order === "asc" }
}

export interface Found extends Hit {
  readonly score: number
}

export const searchIssues = (context: Context, search: Query): ReadonlyArray<Found> => {
  const tests = [...clauseTests(context, search), ...wordTests(search)]
  const score = scorer(search)
  const found = reachable(context, search.clauses).flatMap((repository) => {
    const place = placeAt(context.world, repository)
    return place.tracker.issues.flatMap((issue): ReadonlyArray<Found> => {
      const hit = { place, issue }
      return tests.every((test) => test(hit)) ? [{ ...hit, score: score(hit) }] : []
    })
  })
  const { ascending, key = (hit: Found) => hit.score } = orderOf(context, search)
  const compare = (one: Found, other: Found): number => {
    const [left, right] = [key(one), key(other)]
    return left < right
      ? -1
      : left > right
        ? 1
        : one.issue.createdAt.localeCompare(other.issue.createdAt) || one.issue.id - other.issue.id
  }
  const sorted = found.toSorted(compare)
  return ascending ? sorted : sorted.toReversed()
}
