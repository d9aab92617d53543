/** Builds the card of a repository. Pure. */
import type { Card, CardNotice, CardRow } from "@inlay/agent-plugin/Card"

import type { Repository } from "./schema/Repository.ts"

type Value = string | number | null | undefined

const row = (label: string, source: string, kind: CardRow["kind"], value: Value): ReadonlyArray<CardRow> =>
  value === null || value === undefined || value === "" ? [] : [{ label, value: String(value), kind, source }]

/** The date without the time of day, because a time would need a time zone. */
const day = (time: string | null | undefined): Value => time?.slice(0, 10)

const noticesOf = (repository: Repository): ReadonlyArray<CardNotice> => [
  ...(repository.archived === true ? [{ tone: "warning", text: "Archived: read-only." } as const] : []),
  ...(repository.private ? [{ tone: "neutral", text: "Private" } as const] : []),
  ...(repository.fork === true ? [{ tone: "neutral", text: "Fork" } as const] : [])
]

/** Returns the card of a repository. `source` says when the repository was read and whether it came from the cache. */
export const repositoryCard = (repository: Repository, source: Pick<Card, "fetchedAt" | "fromCache">): Card => ({
  title: repository.full_name,
  subtitle: repository.description ?? "",
  notices: noticesOf(repository),
  sections: [
    {
      title: "",
      rows: [
        ...row("Stars", "stargazers_count", "number", repository.stargazers_count),
        ...row("Open issues", "open_issues_count", "number", repository.open_issues_count),
        ...row("Forks", "forks_count", "number", repository.forks_count),
        ...row("Default branch", "default_branch", "text", repository.default_branch),
        ...row("Last push", "pushed_at", "text", day(repository.pushed_at)),
        ...row("Language", "language", "text", repository.language),
        ...row("License", "license.name", "text", repository.license?.name),
        ...row("Page", "html_url", "url", repository.html_url)
      ]
    }
  ],
  fetchedAt: source.fetchedAt,
  fromCache: source.fromCache
})
