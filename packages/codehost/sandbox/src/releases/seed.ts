// The seeded releases of `acme/widgets`, including a prerelease and a draft.

import { monaId } from "../accounts/seed.ts"
import { historyOf } from "../git/commits.ts"
import { repositoryNamed } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import type { Release } from "./releases.ts"

type Start = Pick<Release, "tag" | "name" | "createdAt"> & Partial<Release>

const starts: ReadonlyArray<Start> = [
  { tag: "v0.1.0", name: "The first widget", createdAt: "2025-01-08T09:00:00Z", body: "It turns." },
  {
    tag: "v1.0.0",
    name: "One",
    createdAt: "2025-06-21T09:00:00Z",
    body: "## What changed\n\n- Widgets turn the right way round.\n"
  },
  { tag: "v1.1.0", name: "With a catalogue", createdAt: "2025-09-02T09:00:00Z" },
  { tag: "v1.2.0-beta.1", name: null, createdAt: "2026-09-01T09:00:00Z", prerelease: true },
  { tag: "v1.2.0", name: "Runs at night", createdAt: "2026-09-28T13:00:00Z", body: "Widgets for the night." },
  { tag: "v2.0.0", name: "Widgets that glow", createdAt: "2026-09-30T09:00:00Z", draft: true }
]

export const seedReleases = (world: World): void => {
  const { defaultBranch, git, id: repositoryId } = repositoryNamed(world, "acme/widgets")
  const history = historyOf(git, git.refs.get(`refs/heads/${defaultBranch}`) ?? "")
  for (const start of starts) {
    const id = world.ids.next("release")
    const isDraft = start.draft === true
    world.releases.set(id, {
      id,
      repositoryId,
      target: defaultBranch,
      body: null,
      draft: false,
      prerelease: false,
      authorId: monaId,
      publishedAt: isDraft ? null : start.createdAt,
      assets: isDraft
        ? []
        : [
            {
              id: world.ids.next("asset"),
              name: "widgets.tgz",
              contentType: "application/gzip",
              sizeBytes: 48_213,
              downloads: 12
            }
          ],
      ...start
    })
    const commit = history.find(({ committer }) => committer.date <= start.createdAt)
    if (!isDraft && commit !== undefined) git.refs.set(`refs/tags/${start.tag}`, commit.sha)
  }
}
