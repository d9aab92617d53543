/**
 * Finds out which parts of a new or changed issue the service left out. It drops labels, assignees, milestone and type
 * without an error if the account may not set them. https://docs.github.com/en/rest/issues/issues#create-an-issue
 */
import type { Issue, IssueChange, WrittenIssue } from "../schema/Issue.ts"

const PARTS = ["labels", "assignees", "milestone", "type"] as const

type RequestedParts = Pick<IssueChange, (typeof PARTS)[number]>

const namesIn = (issue: Issue, part: "labels" | "assignees"): ReadonlySet<string> =>
  new Set(
    part === "assignees"
      ? (issue.assignees ?? []).map(({ login }) => login.toLowerCase())
      : (issue.labels ?? []).map((label) => (typeof label === "string" ? label : label.name).toLowerCase())
  )

/** The login of an assigned app: the service takes `copilot-swe-agent[bot]` and shows `Copilot`. */
const loginOf = ({ assignees }: Issue, name: string): string =>
  assignees?.find(({ html_url }) => `${html_url}[bot]`.endsWith(`/apps/${name}`))?.login ?? name

const isApplied = (asked: RequestedParts, issue: Issue, part: (typeof PARTS)[number], replaces: boolean): boolean => {
  switch (part) {
    case "milestone":
      return asked.milestone === undefined || asked.milestone === (issue.milestone?.number ?? null)
    case "type":
      return asked.type === undefined || asked.type?.toLowerCase() === issue.type?.name.toLowerCase()
    case "labels":
    case "assignees": {
      const names = new Set(asked[part]?.map((name) => loginOf(issue, name).toLowerCase()))
      const current = namesIn(issue, part)
      return (
        asked[part] === undefined ||
        ([...names].every((name) => current.has(name)) && (!replaces || names.size === current.size))
      )
    }
  }
}

/**
 * Adds to an issue which of the parts that were asked for it does not have.
 * @param replaces whether a list replaces the previous one, so that the issue must have no other items
 */
export const withNotApplied = (asked: RequestedParts, issue: Issue, replaces: boolean): WrittenIssue => {
  const parts = PARTS.filter((part) => !isApplied(asked, issue, part, replaces))
  return parts.length === 0
    ? issue
    : {
        ...issue,
        not_applied: parts,
        not_applied_problem: `The service did not set ${parts.join(", ")}. It leaves them out without an error if the account lacks push access to the repository.`
      }
}
