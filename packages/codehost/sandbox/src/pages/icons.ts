// Small icons, each drawn as one line on a 16 by 16 grid.

import { type Html, html } from "@inlay/sandbox-kit/html"

const paths = {
  repository: "M3.5 2.5h7a2 2 0 0 1 2 2v9h-9zM3.5 10.5h9M6 2.5v8",
  folder: "M1.5 4a1 1 0 0 1 1-1h3.5l1.5 1.5h6a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1z",
  file: "M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3",
  issue: "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM8 7.2a.8.8 0 1 0 0 1.6.8.8 0 0 0 0-1.6z",
  done: "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM5.3 8.2l1.9 1.9 3.6-3.9",
  pull: "M4 5.5v6M4 2.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM4 11.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM12 11.5V7a2.5 2.5 0 0 0-2.5-2.5H8M9.5 2.5l-2 2 2 2M12 11.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
  play: "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM6.5 5.5v5l4-2.5z",
  star: "M8 1.7l1.9 4 4.4.6-3.2 3 .8 4.4L8 11.6l-3.9 2.1.8-4.4-3.2-3 4.4-.6z",
  fork: "M4.5 5.5v1a2 2 0 0 0 2 2h3a2 2 0 0 0 2-2v-1M8 8.5v2M4.5 2.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM11.5 2.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM8 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
  eye: "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z",
  branch:
    "M4 5.5v5M4 2.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM4 10.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM12 2.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zM12 5.5v.5a2 2 0 0 1-2 2H6a2 2 0 0 0-2 2",
  link: "M6.5 9.5l3-3M7 4.5l1.5-1.5a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5L7.5 13a2.8 2.8 0 0 1-4-4L5 7.5",
  law: "M8 2v11.5M4.5 13.5h7M2.5 4h11M4 4L2 9h4zM12 4l-2 5h4z",
  comment: "M2 3h12v8H7.5L4.5 13.5V11H2z"
} as const

export type IconName = keyof typeof paths

export const icon = (name: IconName, className = ""): Html =>
  html`<svg class="icon ${className}" viewBox="0 0 16 16" aria-hidden="true"><path d="${paths[name]}" /></svg>`
