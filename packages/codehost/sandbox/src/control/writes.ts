// Control actions for things that the client under test cannot do itself. Each is done by `login` (`ada` by default) in
// `repository` (`acme/widgets` by default), and has the same effects as the corresponding API call.

import { isObject, type JsonObject } from "@inlay/sandbox-kit/json"
import type { Answer } from "@inlay/sandbox-kit/wire"

import { startRun, workflowsOf, runsOf } from "../actions/actions.ts"
import { concluded, conclusions } from "../actions/runs.ts"
import type { Column } from "../cards/cards.ts"
import { addCard, moveCard } from "../cards/changes.ts"
import { openDiscussion, replyTo } from "../discussions/changes.ts"
import { categories, discussionsOf } from "../discussions/discussions.ts"
import { emit } from "../domain-events/domain-events.ts"
import { commitTo } from "../git/commits.ts"
import { addComment } from "../issues/changes.ts"
import { isPull } from "../issues/issues.ts"
import { open } from "../issues/opening.ts"
import { checkEvent, checkOnlyPending, reviewEvents, startReview, submitReview } from "../pulls/reviewing.ts"
import { roles } from "../repositories/repositories.ts"
import { giveStar, takeStar } from "../repositories/stars.ts"
import type { SandboxState } from "../state.ts"
import {
  actBy,
  action,
  actorIn,
  BadAction,
  choice,
  issueIn,
  number,
  optionalNumber,
  optionalText,
  placeIn,
  repositoryIn,
  text
} from "./fields.ts"

const star = action((state, body, actor) => {
  const repository = repositoryIn(state, body)
  if (body["starred"] === false) takeStar(state.world, repository, actor.id)
  else giveStar(state.world, repository, actor.id, state.clock.stamp)
  return { starred: repository.stars.has(actor.id), stars: repository.stars.size }
})

const watch = action((state, body, actor) => {
  const { watchers } = repositoryIn(state, body)
  if (body["watching"] === false) watchers.delete(actor.id)
  else watchers.add(actor.id)
  return { watching: watchers.has(actor.id), watchers: watchers.size }
})

const textsIn = (value: unknown, name: string): ReadonlyArray<string> => {
  if (value === undefined) return []
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value
  throw new BadAction(`${name} must be a list of texts`)
}

/** File texts by path. Null deletes a file. */
const filesIn = (commit: JsonObject): Readonly<Record<string, string | null>> => {
  const { files = { "pushed.txt": `${String(commit["message"])}\n` } } = commit
  const isFile = (value: unknown): boolean => value === null || typeof value === "string"
  if (!isObject(files) || !Object.values(files).every(isFile))
    throw new BadAction("files must be texts or null by path")
  return files as Readonly<Record<string, string | null>>
}

const commitsIn = ({ commits = [{ message: "Push" }] }: JsonObject): ReadonlyArray<JsonObject> => {
  if (Array.isArray(commits) && commits.every(isObject)) return commits
  throw new BadAction("commits must be a list of { message, files }")
}

/** Pushes commits and tags at once. A branch that does not exist is created from the default branch. */
const push = action((state, body, actor) => {
  const repository = repositoryIn(state, body)
  const { git } = repository
  const branch = optionalText(body, "branch") ?? repository.defaultBranch
  const ref = `refs/heads/${branch}`
  const from = git.refs.get(`refs/heads/${optionalText(body, "from") ?? repository.defaultBranch}`)
  // A forced push discards the branch's previous commits.
  if ((!git.refs.has(ref) || body["force"] === true) && from !== undefined) git.refs.set(ref, from)
  if (body["deleted"] === true) git.refs.delete(ref)
  else {
    for (const commit of commitsIn(body)) {
      const author = {
        name: actor.name ?? actor.login,
        email: `${actor.login}@codehost.example`,
        date: state.clock.stamp()
      }
      commitTo(git, branch, { message: text(commit, "message"), author, files: filesIn(commit) })
    }
  }
  const sha = git.refs.get(ref)
  for (const tag of textsIn(body["tags"], "tags")) if (sha !== undefined) git.refs.set(`refs/tags/${tag}`, sha)
  repository.pushedAt = state.clock.stamp()
  return { ref, sha: sha ?? null }
})

const openIssue = action((state, body, actor) => {
  const place = placeIn(state, body)
  const issue = open(place, actBy(state, actor), {
    title: text(body, "title"),
    body: optionalText(body, "body") ?? null
  })
  return { number: issue.number, id: issue.id }
})

const comment = action((state, body, actor) => {
  const place = placeIn(state, body)
  const added = addComment(place, issueIn(place, body), actBy(state, actor), text(body, "body"))
  return { id: added.id }
})

/** Writes a mention of `@login`: in a comment if a number is given, otherwise in a new issue. */
const mention = (state: SandboxState, body: JsonObject): Answer => {
  const name = typeof body["mentioned"] === "string" ? body["mentioned"] : "mona"
  const words = typeof body["body"] === "string" ? body["body"] : `@${name}, what do you think?`
  return body["number"] === undefined
    ? openIssue(state, { title: "A question", ...body, body: words })
    : comment(state, { ...body, body: words })
}

const review = action((state, body, actor) => {
  const place = placeIn(state, body)
  const issue = issueIn(place, body)
  if (!isPull(issue)) throw new BadAction(`${issue.number} is no pull request`)
  const event = choice(body, "event", reviewEvents, "APPROVE")
  const words = optionalText(body, "body") ?? (event === "APPROVE" ? "" : "Please look again.")
  checkEvent(issue, actor.id, event, { text: words, hasComments: false })
  checkOnlyPending(issue.pull, actor.id)
  const ownReview = startReview(place, issue, actor.id, { body: words, commitSha: undefined })
  submitReview(place, issue, actBy(state, actor), ownReview, event)
  return { id: ownReview.id, state: ownReview.state }
})

/** Adds a collaborator without an invitation. */
const addCollaborator = action((state, body, actor) => {
  const repository = repositoryIn(state, body)
  const person = actorIn(state, { login: text(body, "collaborator") })
  const role = choice(body, "permission", roles, "push")
  if (repository.collaborators.has(person.id)) throw new BadAction(`${person.login} is a collaborator already`)
  repository.collaborators.set(person.id, role)
  emit(state.world, "member", repository, { action: "added", personId: person.id, role }, actor.id)
  return { collaborator: person.login, permission: role }
})

const startDiscussion = action((state, body, actor) => {
  const repository = repositoryIn(state, body)
  if (!repository.hasDiscussions) throw new BadAction("the repository has no discussions")
  const name = optionalText(body, "category") ?? "General"
  const category = categories.find((one) => one.name === name)
  if (category === undefined)
    throw new BadAction(`category must be one of ${categories.map((one) => one.name).join(", ")}`)
  const news = { title: text(body, "title"), body: optionalText(body, "body") ?? "", category }
  const discussion = openDiscussion(state.world, repository, actBy(state, actor), news)
  return { number: discussion.number, id: discussion.id }
})

const discuss = action((state, body, actor) => {
  const repository = repositoryIn(state, body)
  const wantedNumber = number(body, "number")
  const discussion = discussionsOf(state.world, repository.id).find((one) => one.number === wantedNumber)
  if (discussion === undefined) throw new BadAction(`there is no discussion ${wantedNumber}`)
  const parentId = optionalNumber(body, "reply_to") ?? null
  if (parentId !== null && !discussion.comments.some(({ id }) => id === parentId)) {
    throw new BadAction(`there is no comment ${parentId}`)
  }
  return { id: replyTo(state.world, discussion, actBy(state, actor), text(body, "body"), parentId).id }
})

/** Completes a workflow run with a conclusion: the named run, or a new one. */
const completeRun = action((state, body, actor) => {
  const { actions } = state.world
  const repository = repositoryIn(state, body)
  const conclusion = choice(body, "conclusion", conclusions, "success")
  const id = optionalNumber(body, "run_id")
  const existingRun = runsOf(actions, repository.id).find((run) => run.id === id)
  if (id !== undefined && existingRun === undefined) throw new BadAction(`there is no run ${id}`)
  const branch = optionalText(body, "branch") ?? repository.defaultBranch
  const [workflow] = workflowsOf(actions, repository.id)
  const sha = repository.git.refs.get(`refs/heads/${branch}`)
  if (workflow === undefined || sha === undefined) throw new BadAction(`there is no workflow, or no branch ${branch}`)
  const now = state.clock.now()
  const run =
    existingRun ??
    startRun(actions, {
      workflow,
      event: "push",
      branch,
      sha,
      actorId: actor.id,
      title: workflow.name,
      createdAtMillis: Date.parse(state.clock.stamp()),
      startedMillis: now
    })
  if (actions.reported.get(run.id) === "completed") throw new BadAction(`run ${run.id} is over already`)
  actions.runs = actions.runs.map((one) => (one.id === run.id ? concluded(run, conclusion, now) : one))
  return { run_id: run.id, conclusion }
})

const columnIn = ({ world }: SandboxState, body: JsonObject): Column => {
  const id = number(body, "column_id")
  const column = world.boards.columns.find((one) => one.id === id)
  if (column !== undefined) return column
  throw new BadAction(`column_id must be one of ${world.boards.columns.map((one) => one.id).join(", ")}`)
}

const classic = (state: SandboxState): void => {
  if (!state.settings.classicProjects) throw new BadAction("there are classic projects only with classicProjects: true")
}

/** Adds a card to a column, or moves the named card there. */
const putCard = action((state, body, actor) => {
  classic(state)
  const column = columnIn(state, body)
  const act = actBy(state, actor)
  const id = optionalNumber(body, "card_id")
  if (id === undefined) {
    const issueNumber = optionalNumber(body, "number") ?? null
    const note = issueNumber === null ? (optionalText(body, "note") ?? "A note") : null
    return { card_id: addCard(state.world, column, act, { note, issueNumber }).id }
  }
  const card = state.world.boards.cards.find((one) => one.id === id)
  if (card === undefined) throw new BadAction(`there is no card ${id}`)
  moveCard(state.world, card, column, act)
  return { card_id: card.id }
})

export const controlWrites: Readonly<Record<string, (state: SandboxState, body: JsonObject) => Answer>> = {
  "/cards": putCard,
  "/collaborators": addCollaborator,
  "/comments": comment,
  "/discussions": startDiscussion,
  "/discussions/comments": discuss,
  "/issues": openIssue,
  "/mentions": mention,
  "/push": push,
  "/reviews": review,
  "/runs/complete": completeRun,
  "/stars": star,
  "/watchers": watch
}
