// Searches repositories by words in name, description and topics, and by the most common qualifiers.
// Source: https://docs.github.com/en/search-github/searching-on-github/searching-for-repositories

import type { Context } from "../frame/context.ts"
import type { Repository } from "../repositories/repositories.ts"
import type { Query } from "./query.ts"
import { parseRange } from "./ranges.ts"
import { reachable, scopeNames } from "./scope.ts"
import { phraseTest } from "./words.ts"

type Test = (repository: Repository) => boolean

const qualifiers: Readonly<Record<string, (value: string) => Test>> = {
  language:
    (value) =>
    ({ language }) =>
      language?.toLowerCase() === value.toLowerCase(),
  topic:
    (value) =>
    ({ topics }) =>
      topics.includes(value.toLowerCase()),
  is: (value) => (repository) => repository.private === (value === "private"),
  archived:
    (value) =>
    ({ archived }) =>
      String(archived) === value,
  license:
    (value) =>
    ({ license }) =>
      license === value.toLowerCase(),
  stars: (value) => {
    const range = parseRange(value)
    return ({ stars }) => range(stars.size)
  },
  created: (value) => {
    const range = parseRange(value)
    return ({ createdAt }) => range(createdAt)
  },
  pushed: (value) => {
    const range = parseRange(value)
    return ({ pushedAt }) => range(pushedAt)
  }
}

export const repositoryQualifiers: ReadonlySet<string> = new Set([
  ...Object.keys(qualifiers),
  ...scopeNames,
  "in",
  "fork"
])

const keys: Readonly<Record<string, (repository: Repository) => string | number>> = {
  stars: ({ stars }) => stars.size,
  updated: ({ updatedAt }) => updatedAt
}

/** Forks are excluded unless the query contains `fork:true` or `fork:only`. */
const forkTest = ({ clauses }: Query): Test => {
  const fork = clauses.find(({ name }) => name === "fork")?.values[0]
  return ({ parentId }) => fork === "true" || (parentId !== null) === (fork === "only")
}

export const searchRepositories = (context: Context, search: Query): ReadonlyArray<Repository> => {
  const tests: Array<Test> = [forkTest(search)]
  for (const { name, negated, values } of search.clauses) {
    const qualifier = qualifiers[name]
    if (qualifier === undefined) continue
    const any = values.map(qualifier)
    tests.push((repository) => any.some((test) => test(repository)) !== negated)
  }
  for (const { negated, text } of search.words) {
    const isIn = phraseTest(text)
    tests.push(({ description, name, topics }) => [name, description ?? "", ...topics].some(isIn) !== negated)
  }
  const key = keys[context.query.get("sort") ?? ""] ?? (({ stars }: Repository) => stars.size)
  const matches = reachable(context, search.clauses)
    .filter((repository) => tests.every((test) => test(repository)))
    .toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : one.id - other.id))
  return context.query.get("sort") !== null && context.query.get("order") === "asc" ? matches : matches.toReversed()
}
