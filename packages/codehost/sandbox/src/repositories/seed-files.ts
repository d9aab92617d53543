// The seeded commits, oldest first. They never change, so their SHAs are stable.

import type { FileContent } from "../git/commits.ts"

/** A seeded commit: branch, author, date (UTC), message and changed files. */
export type SeedCommit = readonly [
  branch: string,
  login: string,
  date: string,
  message: string,
  files: Readonly<Record<string, FileContent>>
]

const ci = `name: CI
on:
  push:
  pull_request:
  workflow_dispatch:
    inputs:
      level:
        description: How much to say
        default: info
        type: choice
        options: [info, debug]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - run: npm test
`

const release = `name: Release
on:
  push:
    tags: ["v*"]
jobs:
  publish:
    runs-on: ubuntu-latest
    steps:
      - run: npm publish
`

const deploy = `name: Deploy
on:
  workflow_dispatch:
    inputs:
      environment:
        required: true
        type: choice
        options: [staging, production]
      version:
        type: string
      dry_run:
        type: boolean
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - run: npm run deploy
`

const nightly = `name: Nightly
on:
  schedule:
    - cron: "0 3 * * *"
jobs:
  soak:
    runs-on: ubuntu-latest
    steps:
      - run: npm run soak
`

/** Binary content that is too large for a JSON response. */
const picture = (bytes: number): Buffer => {
  const content = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at += 4) content.writeUInt32LE(Math.imul(at + 1, 2_654_435_761) >>> 0, at)
  return content
}

const widgets: ReadonlyArray<SeedCommit> = [
  [
    "main",
    "mona",
    "2025-01-06T09:05:00Z",
    "Initial commit",
    { "README.md": "# Widgets\n\nWidgets of every kind.\n", LICENSE: "MIT License\n\nCopyright (c) 2025 Acme\n" }
  ],
  [
    "main",
    "mona",
    "2025-01-07T10:00:00Z",
    "Add the first widget",
    {
      "src/widget.ts": "export const turn = (times: number): number => times * 2\n",
      "package.json": '{ "name": "widgets", "version": "0.1.0" }\n'
    }
  ],
  [
    "main",
    "ada",
    "2025-02-03T11:30:00Z",
    "Add continuous integration",
    { ".github/workflows/ci.yml": ci, ".github/workflows/release.yml": release, ".github/workflows/deploy.yml": deploy }
  ],
  [
    "main",
    "ada",
    "2025-03-10T08:15:00Z",
    "Document how to turn a widget\n\nWith an example that runs.",
    { "docs/turning.md": "# Turning\n\nCall `turn(2)`.\n", "docs/a guide/über uns.md": "# Über uns\n\nGrüße.\n" }
  ],
  [
    "main",
    "grace",
    "2025-06-20T14:00:00Z",
    "Turn widgets the right way round",
    {
      "src/widget.ts": "/** Turns a widget. */\nexport const turn = (times: number): number => times * 3\n",
      "src/widget.test.ts": 'import { turn } from "./widget.ts"\n'
    }
  ],
  [
    "main",
    "mona",
    "2025-09-01T09:00:00Z",
    "Add the catalogue",
    { "assets/catalogue.bin": picture(1_200_000), "assets/logo.bin": picture(4_096), "src/empty.txt": "" }
  ],
  ["main", "hubot", "2026-01-12T16:45:00Z", "Run at night", { ".github/workflows/nightly.yml": nightly }],
  [
    "main",
    "mona",
    "2026-09-28T12:00:00Z",
    "Bump to 1.2.0",
    { "package.json": '{ "name": "widgets", "version": "1.2.0" }\n' }
  ],
  [
    "feature/a/b",
    "ada",
    "2026-09-29T09:00:00Z",
    "Widgets that glow",
    { "src/glow.ts": "export const glow = true\n", "README.md": "# Widgets\n\nWidgets of every kind. Some glow.\n" }
  ],
  [
    "feature/a/b",
    "ada",
    "2026-09-29T10:00:00Z",
    "Glow less at night",
    { "src/glow.ts": "export const glow = (night: boolean): boolean => !night\n" }
  ],
  [
    "fix-turning",
    "grace",
    "2026-09-30T08:00:00Z",
    "Turn half a time",
    {
      "src/widget.ts": "/** Turns a widget. */\nexport const turn = (times: number): number => Math.round(times * 3)\n"
    }
  ],
  [
    "docs/typos",
    "hubot",
    "2026-09-30T15:00:00Z",
    "Fix typos",
    { "docs/turning.md": "# Turning\n\nCall `turn(2)` once.\n" }
  ]
]

const link = (content: string) => ({ mode: "120000", content }) as const

/**
 * Symbolic links to a file, to a folder, to nowhere and out of the repository, an executable, a submodule, and text
 * that is easily corrupted.
 */
const dotfiles: ReadonlyArray<SeedCommit> = [
  [
    "main",
    "mona",
    "2024-04-02T09:10:00Z",
    "Initial commit",
    { ".bashrc": "export EDITOR=vi\n", "README.md": "# dotfiles\n" }
  ],
  [
    "main",
    "mona",
    "2024-05-03T10:00:00Z",
    "Link what is the same",
    {
      ".bash_profile": link(".bashrc"),
      "bin/hello": { mode: "100755", content: "#!/bin/sh\necho hello\n" },
      "bin/hi": link("hello"),
      "bin/hey": link("hi"),
      "docs/bin": link("../bin"),
      "docs/start.md": link("../README.md"),
      "docs/gone.md": link("../no/such/file.md"),
      "docs/hosts": link("/etc/hosts"),
      "docs/outside": link("../../secrets.txt")
    }
  ],
  [
    "main",
    "mona",
    "2024-06-04T11:00:00Z",
    "Take the theme from where it is made",
    {
      ".gitmodules":
        '[submodule "theme"]\n\tpath = vendor/theme\n\turl = https://codehost.example/linus/spanners.git\n',
      "vendor/theme": { mode: "160000", content: "6ca3721222109997540bd6d9ccd396902e0ad2f9" }
    }
  ],
  [
    "main",
    "mona",
    "2024-07-05T12:00:00Z",
    "Add texts from other machines",
    {
      "text/windows.txt":
        "\uFEFFfirst\r\n\ttabbed\r\n\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645\r\n\u{1F469}\u200D\u{1F4BB} writes\r\nlast, without an end",
      "text/latin-1.txt": Buffer.from("Gr\xFC\xDFe aus K\xF6ln\n", "latin1")
    }
  ]
]

/** Seeded commits by the repository's full name. */
export const seedFiles: Readonly<Record<string, ReadonlyArray<SeedCommit>>> = {
  "acme/widgets": widgets,
  "acme/gadgets": [
    ["main", "mona", "2025-05-12T09:10:00Z", "Initial commit", { "README.md": "# Gadgets\n\nConfidential.\n" }]
  ],
  "mona/dotfiles": dotfiles,
  "initech/stapler": [["main", "linus", "2025-06-01T09:10:00Z", "Initial commit", { "README.md": "# Stapler\n" }]],
  "linus/spanners": [["main", "linus", "2025-07-01T09:10:00Z", "Initial commit", { "README.md": "# Spanners\n" }]],
  "acme/old-widgets": [["main", "mona", "2023-01-01T09:10:00Z", "Initial commit", { "README.md": "# Old widgets\n" }]],
  "hubot/widgets": widgets.slice(0, 7)
}
