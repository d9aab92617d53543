/** Checks the files that a public repository needs, and in some of them the content that a release depends on. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

import { root } from "../workspace.ts"

const needed: ReadonlyArray<readonly [path: string, what: string, holds?: RegExp]> = [
  [".github/workflows/ci.yml", "the jobs of CI", /^ {2}check:[\s\S]*^ {2}test:[\s\S]*^ {2}release:/m],
  [
    ".github/workflows/release.yml",
    "the release, with its provenance",
    /id-token: write[\s\S]*-script: .* run release$/m
  ],
  [".github/workflows/release.yml", "the check before a release", /release:check[\s\S]*changesets\/action/],
  // The action makes the tags and the release notes on GitHub of what `changeset git-tag` tells it, from version 2 on.
  [".github/workflows/release.yml", "the action for Changesets 3", /changesets\/action@v2$/m],
  ["package.json", "the release script", /"release": "pnpm -r publish .*--provenance.* && changeset git-tag"/],
  [".github/pull_request_template.md", "the pull request template"],
  [".github/ISSUE_TEMPLATE/bug.yml", "the bug report template"],
  [".github/ISSUE_TEMPLATE/wish.yml", "the feature request template"],
  ["renovate.json", "how dependencies are updated", /vulnerabilityAlerts/],
  [".editorconfig", "the editor settings"],
  [".changeset/config.json", "changesets without tags of private packages", /"tag": false/],
  ["LICENSE", "the licence", /^MIT License/],
  ["SECURITY.md", "how a vulnerability is reported"]
]

/** What is missing, one sentence each. */
export const repositoryProblems = (from = root): ReadonlyArray<string> =>
  needed.flatMap(([path, what, holds]) => {
    const file = join(from, path)
    if (!existsSync(file)) return [`${path} is missing: ${what}`]
    return holds === undefined || holds.test(readFileSync(file, "utf8")) ? [] : [`${path} does not contain ${what}`]
  })
