// The three merge methods: a merge commit, squashing into one commit, or rebasing every commit onto the base.
// Source: https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/incorporating-changes-from-a-pull-request/about-pull-request-merges

import { accountById } from "../accounts/accounts.ts"
import type { GitStore, Signature } from "../git/store.ts"
import { type Commit, writeCommit } from "../git/store.ts"
import type { Act } from "../issues/events.ts"
import type { PullIssue } from "../issues/issues.ts"
import type { Place } from "../issues/trackers.ts"
import { commitsOf, sourceOf } from "./branches.ts"
import { mergedCommits, mergedTree } from "./mergeability.ts"
import type { MergeMethod } from "./pulls.ts"

/** Title and message of the merge commit from the request. The service's defaults are used if they are absent. */
export interface MergeText {
  readonly title: string | undefined
  readonly message: string | undefined
}

const service = (date: string): Signature => ({ name: "GitHub", email: "noreply@github.com", date })

const signatureOf = ({ world }: Place, { actorId, at }: Act): Signature => {
  const { login, name } = accountById(world, actorId)
  return { name: name ?? login, email: `${login}@codehost.example`, date: at }
}

const messageOf = (title: string, message: string): string => (message === "" ? title : `${title}\n\n${message}`)

const firstLine = ({ message }: Commit): string => message.split("\n")[0] ?? ""
const otherLines = ({ message }: Commit): string => message.split("\n").slice(1).join("\n").trim()

/**
 * The default text of a squash commit: the commit's own text if there is one commit, otherwise a list of all messages
 * under the pull request's title.
 */
const squashText = (commits: ReadonlyArray<Commit>, { number, title }: PullIssue): Required<MergeText> => {
  const [only, ...more] = commits
  if (only !== undefined && more.length === 0)
    return { title: `${firstLine(only)} (#${number})`, message: otherLines(only) }
  return { title: `${title} (#${number})`, message: commits.map(({ message }) => `* ${message}`).join("\n\n") }
}

const rebase = (
  git: GitStore,
  baseSha: string,
  commits: ReadonlyArray<Commit>,
  committer: Signature
): Commit | undefined => {
  let tip = git.commits.get(baseSha)
  for (const commit of commits) {
    // Merge commits within the branch are skipped.
    if (commit.parents.length > 1) continue
    const before = git.commits.get(commit.parents[0] ?? "")?.tree
    const tree: string | undefined = tip === undefined ? undefined : mergedTree(git, before, tip.tree, commit.tree)
    if (tip === undefined || tree === undefined) return undefined
    tip = writeCommit(git, { tree, parents: [tip.sha], author: commit.author, committer, message: commit.message })
  }
  return tip
}

/**
 * Writes the commit that the base branch would move to, without moving the branch. Returns undefined if the branches
 * conflict.
 */
export const writeMerge = (
  place: Place,
  issue: PullIssue,
  method: MergeMethod,
  act: Act,
  text: MergeText
): Commit | undefined => {
  const { git } = place.repository
  const { number, pull } = issue
  const commits = commitsOf(place, pull)
  const author = signatureOf(place, act)
  if (method === "rebase") return rebase(git, pull.baseSha, commits, author)
  const tree = mergedCommits(git, pull.baseSha, pull.headSha)
  if (tree === undefined) return undefined
  const from = `${accountById(place.world, sourceOf(place, pull).ownerId).login}/${pull.headRef}`
  const usual =
    method === "squash"
      ? squashText(commits, issue)
      : { title: `Merge pull request #${number} from ${from}`, message: issue.title }
  const message = messageOf(text.title ?? usual.title ?? "", text.message ?? usual.message ?? "")
  const parents = method === "squash" ? [pull.baseSha] : [pull.baseSha, pull.headSha]
  return writeCommit(git, { tree, parents, author, committer: service(act.at), message })
}
