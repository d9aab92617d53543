// Finds the operation that matches a path. Templates are those of the OpenAPI description.

import type { Route, Routes } from "./context.ts"
import { Refusal } from "./errors.ts"

export interface Match {
  readonly template: string
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

export type Router = (method: string, path: string) => Match | undefined

/** Parameters whose values may contain slashes, encoded or not. */
const multiSegment = new Set(["path", "dir", "ref", "branch", "basehead", "tag", "tree_sha", "subject_digest"])

const pattern = (template: string): RegExp => {
  const text = template.replaceAll(/\/\{(\w+)\}|[.*+?^$()|[\]\\]/g, (piece, name: string | undefined) => {
    if (name === undefined) return `\\${piece}`
    // The root of a repository's contents has an empty path, with or without the slash.
    if (name === "path") return `(?:/(?<${name}>.*))?`
    return multiSegment.has(name) ? `/(?<${name}>.+)` : `/(?<${name}>[^/]+)`
  })
  return new RegExp(`^${text}$`)
}

const isParam = (segment: string): boolean => segment.startsWith("{")

/** Sorts more specific templates first: those with more literal segments, then those whose literals come earlier. */
const bySpecificity = (one: string, other: string): number => {
  const [left, right] = [one.split("/"), other.split("/")]
  const literals = (segments: ReadonlyArray<string>): number => segments.filter((segment) => !isParam(segment)).length
  if (literals(left) !== literals(right)) return literals(right) - literals(left)
  const differs = left.findIndex((segment, index) => isParam(segment) !== isParam(right[index] ?? ""))
  if (differs === -1) return 0
  return isParam(left[differs] ?? "") ? 1 : -1
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Refusal(400, "Bad Request")
  }
}

/**
 * Groups templates so that a path is only matched against its own group. Below a repository, the group is the segment
 * after the repository's name.
 */
const sectionOf = (method: string, path: string): string => {
  const [, root = "", , , part = ""] = path.split("/")
  return `${method} ${root} ${root === "repos" ? part : ""}`
}

export const makeRouter = (routes: Routes): Router => {
  const keys = Object.keys(routes).toSorted((one, other) =>
    bySpecificity(one.slice(one.indexOf("/")), other.slice(other.indexOf("/")))
  )
  const table = keys.map((key) => {
    const [method = "", template = ""] = key.split(" ")
    return { method, template, regexp: pattern(template), route: routes[key] }
  })
  const sections = Map.groupBy(table, ({ method, template }) => sectionOf(method, template))
  return (method, path) => {
    for (const { regexp, route, template } of sections.get(sectionOf(method, path)) ?? []) {
      if (route === undefined) continue
      const groups = regexp.exec(path)?.groups
      if (groups === undefined && !regexp.test(path)) continue
      const entries = Object.entries(groups ?? {}).map(([name, value]) => [name, decode(value ?? "")])
      return { template, route, params: Object.fromEntries(entries) as Record<string, string> }
    }
    return undefined
  }
}
