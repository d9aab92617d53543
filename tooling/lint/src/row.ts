// The shape of a row of the edge table, and which files count as tests.

export interface Row {
  readonly rule: string
  readonly from: ReadonlyArray<string>
  readonly except?: ReadonlyArray<string>
  readonly judged: ReadonlyArray<string>
  readonly allowed: ReadonlyArray<string>
  /** `import type` is judged as well. */
  readonly types: boolean
  /** Tests are judged as well. */
  readonly tests: boolean
  /** Judges the imports not only of the file itself, but of everything it loads through any number of modules. */
  readonly reach: boolean
  readonly why: string
}

/** Files that may import what they test or build with. */
export const testFiles = [
  "**.test.ts",
  "**.test.tsx",
  "**.bench.ts",
  "**.e2e.ts",
  "**/testing/**",
  "**/tests/**",
  "**.config.ts"
]
