// Payloads of events about pushes and about refs that are created or deleted.
// Source: https://docs.github.com/en/webhooks/webhook-events-and-payloads#push

import { findAccount } from "../../accounts/accounts.ts"
import { isForced } from "../../branches/activity.ts"
import type { DomainEvent, RefChange } from "../../domain-events/domain-events.ts"
import { historyOf } from "../../git/commits.ts"
import { changedFiles } from "../../git/diff.ts"
import type { Commit, GitStore, Signature } from "../../git/store.ts"
import { type Site, siteOf } from "../../records/commit.ts"
import { encodePath } from "../../records/urls.ts"
import type { Repository } from "../../repositories/repositories.ts"
import { repositoryOf, type Writer } from "./writer.ts"

const noCommit = "0".repeat(40)
const mostCommits = 2048

const shortName = (ref: string): string => ref.replace(/^refs\/(heads|tags)\//, "")

const seconds = (at: string): number => Math.floor(Date.parse(at) / 1000)

/** A commit's author or committer, with the account that the e-mail address belongs to. */
const personIn = ({ world }: Writer, { date, email, name }: Signature) => {
  const [login = "", host] = email.split("@")
  const account = host === "codehost.example" ? findAccount(world, login) : undefined
  return { name, email, date, ...(account === undefined ? {} : { username: account.login }) }
}

const commitIn = (writer: Writer, { page, repository: { git } }: Site, commit: Commit, isDistinct: boolean) => {
  const files = changedFiles(git, git.commits.get(commit.parents[0] ?? "")?.tree, commit.tree)
  const paths = (isMeant: (status: string) => boolean) =>
    files.filter(({ status }) => isMeant(status)).map(({ path }) => path)
  return {
    id: commit.sha,
    tree_id: commit.tree,
    distinct: isDistinct,
    message: commit.message,
    timestamp: commit.committer.date,
    url: `${page}/commit/${commit.sha}`,
    author: personIn(writer, commit.author),
    committer: personIn(writer, commit.committer),
    added: paths((status) => status === "added" || status === "renamed"),
    removed: files.flatMap(({ path, previousPath, status }) =>
      status === "removed" ? [path] : status === "renamed" && previousPath !== undefined ? [previousPath] : []
    ),
    modified: paths((status) => status === "modified" || status === "changed")
  }
}

/** Commits that were already reachable from other branches or from the ref's previous commit. */
const reachedElsewhere = (git: GitStore, { before, ref }: RefChange): ReadonlySet<string> => {
  const tips = [...git.refs].filter(([name]) => name !== ref && name.startsWith("refs/heads/")).map(([, sha]) => sha)
  return new Set(
    [...tips, ...(before === null ? [] : [before])].flatMap((tip) => historyOf(git, tip).map(({ sha }) => sha))
  )
}

/** The commits of a push, oldest first. For a new branch, those that no other branch has. */
const commitsIn = (git: GitStore, change: RefChange): ReadonlyArray<{ commit: Commit; isDistinct: boolean }> => {
  const { after, before, ref } = change
  if (after === null || ref.startsWith("refs/tags/")) return []
  const elsewhere = reachedElsewhere(git, change)
  const earlierShas = before === null ? elsewhere : new Set(historyOf(git, before).map(({ sha }) => sha))
  return historyOf(git, after)
    .filter(({ sha }) => !earlierShas.has(sha))
    .toReversed()
    .map((commit) => ({ commit, isDistinct: !elsewhere.has(commit.sha) }))
}

const compareUrl = ({ page }: Site, { after, before, ref }: RefChange): string => {
  if (before !== null && after !== null) return `${page}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`
  return before === null
    ? `${page}/compare/${encodePath(shortName(ref))}`
    : `${page}/compare/${before.slice(0, 12)}...${noCommit.slice(0, 12)}`
}

/** Fields of the repository that the push event alone has; its timestamps are numbers. */
export const pushedRepository = ({ createdAt, pushedAt, stars, defaultBranch }: Repository) => ({
  created_at: seconds(createdAt),
  pushed_at: seconds(pushedAt),
  stargazers: stars.size,
  master_branch: defaultBranch
})

export const pushes = (writer: Writer, domainEvent: DomainEvent<"push">) => {
  const { subject } = domainEvent
  const repository = repositoryOf(domainEvent)
  const site = siteOf(writer.world, writer.urls, repository)
  const { email, login } = writer.viewer
  const commits = commitsIn(repository.git, subject).slice(-mostCommits)
  const head = repository.git.commits.get(subject.after ?? "")
  return {
    ref: subject.ref,
    before: subject.before ?? noCommit,
    after: subject.after ?? noCommit,
    created: subject.before === null,
    deleted: subject.after === null,
    forced: isForced(repository, subject),
    base_ref: null,
    compare: compareUrl(site, subject),
    commits: commits.map(({ commit, isDistinct }) => commitIn(writer, site, commit, isDistinct)),
    head_commit: head === undefined ? null : commitIn(writer, site, head, commits.at(-1)?.isDistinct ?? true),
    pusher: { name: login, email }
  }
}

const refType = (ref: string): string => (ref.startsWith("refs/tags/") ? "tag" : "branch")

export const creations = (_: Writer, domainEvent: DomainEvent<"create">) => {
  const { ref } = domainEvent.subject
  const { defaultBranch, description } = repositoryOf(domainEvent)
  return { ref: shortName(ref), ref_type: refType(ref), master_branch: defaultBranch, description, pusher_type: "user" }
}

export const deletions = (_: Writer, { subject: { ref } }: DomainEvent<"delete">) => ({
  ref: shortName(ref),
  ref_type: refType(ref),
  pusher_type: "user"
})
