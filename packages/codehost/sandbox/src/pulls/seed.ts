// The pull requests of acme/widgets: 11 is merged, 12 closed, 13 open with reviews and review requests, 14 a draft with
// more reviews than one page holds.

import { accountNamed } from "../accounts/accounts.ts"
import { historyOf } from "../git/commits.ts"
import { addComment, changeLabels, close } from "../issues/changes.ts"
import { type Act, recordEvent } from "../issues/events.ts"
import type { PullIssue } from "../issues/issues.ts"
import { labelsNamed } from "../issues/labels.ts"
import { open } from "../issues/opening.ts"
import type { Place } from "../issues/trackers.ts"
import { tipOf } from "./branches.ts"
import { makePull } from "./pulls.ts"
import { addReviewComment } from "./review-comments.ts"
import { askReviewers, reviewersNamed } from "./reviewers.ts"
import { dismissReview, type ReviewEvent, startReview, submitReview } from "./reviewing.ts"

const actBy = ({ world }: Place, login: string, at: string): Act => ({ actorId: accountNamed(world, login).id, at })

interface SeedPull {
  readonly author: string
  readonly at: string
  readonly title: string
  readonly body: string | null
  readonly headRef: string
  readonly headSha: string
  readonly baseSha: string
  readonly draft?: true
}

const add = (place: Place, seed: SeedPull): PullIssue => {
  const { author, at, body, draft = false, title, ...branches } = seed
  const { repository, world } = place
  const pull = makePull(world.ids.next("pull"), {
    headRepositoryId: repository.id,
    baseRef: "main",
    ...branches,
    draft,
    maintainerCanModify: false
  })
  return open(place, actBy(place, author, at), { title, body, pull })
}

const ask = (
  place: Place,
  issue: PullIssue,
  act: Act,
  people: ReadonlyArray<string>,
  teams: ReadonlyArray<string>
): void => askReviewers(place, issue, act, reviewersNamed(place, issue, people, teams))

const review = (place: Place, issue: PullIssue, act: Act, event: ReviewEvent, body: string) => {
  const newest = startReview(place, issue, act.actorId, { body, commitSha: undefined })
  submitReview(place, issue, act, newest, event)
  return newest
}

const seedMerged = (place: Place): void => {
  const { git } = place.repository
  const commit = historyOf(git, tipOf(place.repository, "main") ?? "").find(({ message }) =>
    message.startsWith("Turn widgets the right way")
  )
  if (commit === undefined) throw new Error("the history of main has no such commit")
  const issue = add(place, {
    author: "grace",
    at: "2025-06-18T09:00:00Z",
    title: "Turn widgets the right way round",
    body: "Fixes #3",
    headRef: "right-way",
    headSha: commit.sha,
    baseSha: commit.parents[0] ?? ""
  })
  review(place, issue, actBy(place, "mona", "2025-06-19T09:00:00Z"), "APPROVE", "Right way indeed.")
  const act = actBy(place, "mona", "2025-06-20T14:00:00Z")
  Object.assign(issue.pull, { mergedAt: act.at, mergedById: act.actorId, mergeCommitSha: commit.sha })
  place.tracker.contributors.add(issue.authorId)
  recordEvent(place, issue, act, "merged", { kind: "none" }, commit.sha)
  close(place, issue, act, null)
}

const seedOpen = (place: Place, branches: Pick<SeedPull, "headSha" | "baseSha">): void => {
  const at = (time: string): string => `2026-09-01T${time}Z`
  const issue = add(place, {
    author: "grace",
    at: at("12:00:00"),
    title: "Turn half a time",
    body: "Closes #1",
    headRef: "fix-turning",
    ...branches
  })
  changeLabels(place, issue, actBy(place, "mona", at("12:10:00")), labelsNamed(place, ["bug", "area: turning"]))
  ask(place, issue, actBy(place, "mona", at("12:20:00")), ["mona", "ada", "hubot"], ["docs"])
  const first = review(place, issue, actBy(place, "ada", at("13:00:00")), "REQUEST_CHANGES", "Half of what?")
  const act = actBy(place, "ada", at("13:00:00"))
  const line = { path: "src/widget.ts", line: 2, side: "RIGHT" } as const
  const comment = addReviewComment(place, issue, act, first, { ...line, body: "Round, or floor?" })
  const reply = review(place, issue, actBy(place, "grace", at("13:30:00")), "COMMENT", "")
  addReviewComment(place, issue, actBy(place, "grace", at("13:30:00")), reply, { ...line, body: "Round." }, comment.id)
  review(place, issue, actBy(place, "hubot", at("14:00:00")), "COMMENT", "Coverage is unchanged.")
  const lenient = review(place, issue, actBy(place, "linus", at("14:30:00")), "APPROVE", "Fine with me.")
  dismissReview(place, issue, actBy(place, "mona", at("15:00:00")), lenient, "Not a maintainer.")
  review(place, issue, actBy(place, "ada", at("16:00:00")), "APPROVE", "Round it is.")
  addComment(place, issue, actBy(place, "linus", at("17:00:00")), "What about @mona?")
}

const manyReviews = 35

const seedDraft = (place: Place, branches: Pick<SeedPull, "headSha" | "baseSha">): void => {
  const issue = add(place, {
    author: "ada",
    at: "2026-09-01T18:00:00Z",
    title: "Widgets that glow",
    body: null,
    headRef: "feature/a/b",
    ...branches,
    draft: true
  })
  ask(place, issue, actBy(place, "ada", "2026-09-01T18:10:00Z"), [], ["core"])
  for (let index = 0; index < manyReviews; index++) {
    const at = `2026-09-01T19:${String(index).padStart(2, "0")}:00Z`
    review(place, issue, actBy(place, "edsger", at), "COMMENT", `Thought ${index + 1}.`)
  }
}

export const seedPulls = (place: Place): void => {
  const baseSha = tipOf(place.repository, "main") ?? ""
  const branches = (ref: string) => ({ headSha: tipOf(place.repository, ref) ?? "", baseSha })
  seedMerged(place)
  const issue = add(place, {
    author: "hubot",
    at: "2026-09-01T09:00:00Z",
    title: "Fix typos",
    body: null,
    headRef: "docs/typos",
    ...branches("docs/typos")
  })
  close(place, issue, actBy(place, "hubot", "2026-09-01T10:00:00Z"), null)
  seedOpen(place, branches("fix-turning"))
  seedDraft(place, branches("feature/a/b"))
}
