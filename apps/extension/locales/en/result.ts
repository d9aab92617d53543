/** A match in the popup. */
export const result = {
  found: (name: string) => `Found ${name}`,
  copyAll: "Copy all",
  copy: (label: string) => `Copy ${label}`,
  copied: (label: string) => `Copied ${label}`,
  copiedAll: "Copied everything",
  copyFailed: "The browser did not allow copying",
  sources: "Sources",
  saved: (age: string) => `saved ${age}`,
  sourceOf: (path: string) => `From ${path}`,

  inPage: {
    shown: "Shown in the page",
    off: "Not shown in the page",
    moved: "Not in the page: it moved on",
    blocked: "This page allows no card"
  },
  change: "Change"
} as const
