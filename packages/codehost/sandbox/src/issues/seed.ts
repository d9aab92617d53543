// The issues that exist at the start. Numbers 1 to 10 are written out, 11 to 14 are the pull requests, and the rest are
// generated.

import { accountNamed } from "../accounts/accounts.ts"
import { isoSeconds } from "../frame/clock.ts"
import { seedPulls } from "../pulls/seed.ts"
import { repositoryNamed } from "../repositories/repositories.ts"
import type { SeedOptions, World } from "../world.ts"
import * as change from "./changes.ts"
import type { Issue } from "./issues.ts"
import { addLabel, labelsNamed } from "./labels.ts"
import { open } from "./opening.ts"
import { type SeedIssue, generatedIssue, writtenIssues } from "./seed-issues.ts"
import { type Place, placeAt } from "./trackers.ts"

const labels: ReadonlyArray<readonly [name: string, color: string, description: string | null, isDefault: boolean]> = [
  ["bug", "d73a4a", "Something isn't working", true],
  ["documentation", "0075ca", "Improvements or additions to documentation", true],
  ["duplicate", "cfd3d7", "This issue or pull request already exists", true],
  ["enhancement", "a2eeef", "New feature or request", true],
  ["good first issue", "7057ff", "Good for newcomers", true],
  ["help wanted", "008672", "Extra attention is needed", true],
  ["invalid", "e4e669", "This doesn't seem right", true],
  ["question", "d876e3", "Further information is requested", true],
  ["wontfix", "ffffff", "This will not be worked on", true],
  ["area: turning", "c5def5", null, false],
  ["prio/high", "b60205", "Before everything else", false]
]

const idOf = (world: World, login: string): number => accountNamed(world, login).id

const seedMilestones = ({ tracker, world }: Place): void => {
  const add = (title: string, dueOn: string | null, closedAt: string | null, description: string | null): void => {
    tracker.milestones.push({
      id: world.ids.next("milestone"),
      number: tracker.milestones.length + 1,
      title,
      description,
      state: closedAt === null ? "open" : "closed",
      creatorId: idOf(world, "mona"),
      createdAt: "2025-01-08T09:00:00Z",
      updatedAt: closedAt ?? "2025-01-08T09:00:00Z",
      closedAt,
      dueOn
    })
  }
  add("v1.2", "2026-09-30T07:00:00Z", "2026-09-28T12:00:00Z", "What is out.")
  add("v1.3", "2026-12-01T08:00:00Z", null, "What is next.")
  add("v2.0", null, null, null)
}

const later = (iso: string, seconds: number): string => isoSeconds(Date.parse(iso) + seconds * 1000)

const seedIssue = (place: Place, seed: SeedIssue): Issue => {
  const { tracker, world } = place
  const by = (login: string, seconds = 0) => ({ actorId: idOf(world, login), at: later(seed.at, seconds) })
  const issue = open(place, by(seed.author), { title: seed.title, body: seed.body })
  change.changeLabels(place, issue, by("mona"), labelsNamed(place, seed.labels ?? []))
  change.changeAssignees(
    place,
    issue,
    by("mona"),
    (seed.assignees ?? []).map((login) => idOf(world, login))
  )
  change.changeMilestone(
    place,
    issue,
    by("mona"),
    tracker.milestones.find(({ title }) => title === seed.milestone) ?? null
  )
  change.changeType(place, issue, by("mona"), seed.type ?? null)
  for (const [index, [login, text]] of (seed.comments ?? []).entries()) {
    change.addComment(place, issue, by(login, 600 + index * 60), text)
  }
  if (seed.closed !== undefined) change.close(place, issue, by("mona", 86_400), seed.closed)
  if (seed.locked === true) change.lock(place, issue, by("mona", 90_000), "resolved")
  return issue
}

const seedPlain = (world: World, name: string, titles: ReadonlyArray<string>): void => {
  const place = placeAt(world, repositoryNamed(world, name))
  for (const label of ["bug", "enhancement"]) addLabel(place, { name: label }, true)
  for (const [index, title] of titles.entries()) {
    seedIssue(place, {
      title,
      body: null,
      author: "mona",
      at: later("2026-03-01T09:00:00Z", index * 3600),
      labels: ["bug"]
    })
  }
}

const usualCount = 130

export const seedIssues = (world: World, { issues = usualCount }: SeedOptions): void => {
  const place = placeAt(world, repositoryNamed(world, "acme/widgets"))
  for (const [name, color, description, isDefault] of labels) addLabel(place, { name, color, description }, isDefault)
  seedMilestones(place)
  const openCount = (seed: SeedIssue): number => (seedIssue(place, seed).state === "open" ? 1 : 0)
  let count = writtenIssues.reduce((sum, seed) => sum + openCount(seed), 0)
  seedPulls(place)
  for (let index = 0; count < issues; index++) count += openCount(generatedIssue(index, issues))
  seedPlain(world, "acme/gadgets", ["Gadgets beep at night", "Secret launch date", "Beep louder"])
  seedPlain(world, "mona/dotfiles", ["Prompt shows the wrong branch", "Support zsh"])
  // Forks are created with issues disabled.
  repositoryNamed(world, "hubot/widgets").hasIssues = false
}
