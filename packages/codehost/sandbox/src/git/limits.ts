// Limits on the size of diffs that the service returns.
// Source: https://docs.github.com/en/repositories/creating-and-managing-repositories/repository-limits#diff-limits

import { Refusal } from "../frame/errors.ts"
import type { ChangedFile } from "./diff.ts"

/** The most files that are listed for a commit or a pull request. Further files are omitted. */
const mostFiles = 3000
const mostLines = 20_000
const mostCharacters = 1024 * 1024
const mostCharactersOfFile = 500_000
/** The most files of a diff in text form (`git diff`). */
const mostFilesAsText = 300

const linesOf = ({ additions, deletions }: ChangedFile): number => additions + deletions

/**
 * The files to list. The patch of a very long file is omitted, and so are all patches after the total limit of lines or
 * characters is reached.
 */
export const shownFiles = (files: ReadonlyArray<ChangedFile>): ReadonlyArray<ChangedFile> => {
  let [lines, characters] = [0, 0]
  return files.slice(0, mostFiles).map((file) => {
    const length = file.patch?.length ?? 0
    if (length > mostCharactersOfFile) return { ...file, patch: undefined }
    lines += linesOf(file)
    characters += length
    return lines > mostLines || characters > mostCharacters ? { ...file, patch: undefined } : file
  })
}

const tooLarge = (resource: string, what: string): Refusal =>
  new Refusal(
    406,
    `Sorry, the diff exceeded the maximum number of ${what}. Consider using 'List pull requests files' API or locally cloning the repository instead.`,
    { errors: [{ resource, field: "diff", code: "too_large" }] }
  )

/** Refuses a diff in text form if it is too long. */
export const checkText = (files: ReadonlyArray<ChangedFile>, resource: string): ReadonlyArray<ChangedFile> => {
  if (files.length > mostFilesAsText) throw tooLarge(resource, `files (${mostFilesAsText})`)
  if (files.reduce((sum, file) => sum + linesOf(file), 0) > mostLines) throw tooLarge(resource, `lines (${mostLines})`)
  return files
}
