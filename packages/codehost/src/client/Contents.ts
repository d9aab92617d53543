/**
 * Files and folders of a repository: text in and out, base64 on the wire. A write goes over the file as it was read, never
 * over what somebody else wrote in between.
 */
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"

import { contentProblem, toWire } from "../internal/base64.ts"
import { decoder } from "../internal/decoder.ts"
import { bare, given, inRepository, segments, withQuery } from "../internal/endpoint.ts"
import { blobReader, contentReader } from "../internal/file-content.ts"
import { edited, type Edit } from "../internal/file-edits.ts"
import {
  branch,
  check,
  filePath,
  isEdit,
  listOf,
  oneOf,
  optional,
  path,
  ref,
  repository,
  sha,
  text,
  type Rule
} from "../internal/inputs.ts"
import { changed, explain, failed, method, writing, type Http } from "../internal/methods.ts"
import { standingReader, type Standing } from "../internal/standing.ts"
import { writeConflict } from "../internal/write-conflict.ts"
import { WrittenFile, type Content, type FileChange } from "../schema/Content.ts"
import type { RepositoryName } from "./Repositories.ts"

/** A path in a repository. */
export interface ContentPath extends RepositoryName {
  /** Without a leading slash: `src/main.ts`; empty for the root folder. */
  readonly path: string
  /** Branch, tag or commit; the default branch where it is left out. */
  readonly ref?: string
}

/** Who a commit is said to be by; the token's owner by default. */
export interface Author {
  readonly name: string
  readonly email: string
}

/** Who, and when. */
export interface Signature extends Author {
  /** ISO 8601. */
  readonly date?: string
}

interface Write extends RepositoryName {
  readonly path: string
  /** The commit's message; one that names the file where it is left out. */
  readonly message?: string
  /** The default branch where it is left out. */
  readonly branch?: string
  /** The blob that was read. By default the current one is looked up on the same branch. */
  readonly sha?: string
  readonly author?: Author
  readonly committer?: Author
}

/** A file to write. */
export interface FileWrite extends Write {
  readonly author?: Signature
  readonly committer?: Signature
  /** The whole new content: text, or base64 where `encoding` says so. At most 100 MB. Not with `edits`. */
  readonly content?: string
  /** How `content` is given; `utf-8` by default. */
  readonly encoding?: "utf-8" | "base64"
  /**
   * Parts to replace, one after the other, in the place of `content`; all other bytes stay. Each `old` must stand in the file
   * exactly once; its line ends are taken as the file's.
   */
  readonly edits?: ReadonlyArray<Edit>
  /** False: a file that is there is written only by its `sha`, or by `edits`. True by default. */
  readonly overwrite?: boolean
}

export type { Edit }

/** A file to delete. */
export type FileDeletion = Write

/** Contents of a repository. */
export interface Contents {
  /**
   * `GET /repos/{owner}/{repo}/contents/{path}`: a file with its content (from 1 to 100 MB by its blob), a folder with its
   * entries, a symbolic link or a submodule by name.
   */
  readonly get: (input: ContentPath) => Effect.Effect<Content, ProviderError>
  /**
   * `PUT /repos/{owner}/{repo}/contents/{path}`. Fails as `Conflict` where the file is not the one of the `sha` given or
   * changed between look-up and write, where its branch moved meanwhile, where a rule is in the way, and where no file can
   * stand: at a folder, a symbolic link (which is named with its target) or a submodule, and below a file. Nothing is written
   * then.
   */
  readonly put: (input: FileWrite) => Effect.Effect<FileChange, ProviderError>
  /** `DELETE /repos/{owner}/{repo}/contents/{path}`; as careful as `put`. */
  readonly delete: (input: FileDeletion) => Effect.Effect<FileChange, ProviderError>
}

const WRITE = { ...repository, path: filePath, message: optional(text), branch: optional(branch), sha: optional(sha) }

/** A file is given whole, or by its edits. */
const oneWay: Rule = (input) => {
  const { content, edits, encoding } = input as FileWrite
  if (content !== undefined && edits !== undefined) return "content and edits must not both be given"
  return edits !== undefined && encoding !== undefined ? "encoding is for content, not for edits" : undefined
}

const edits = optional((value) =>
  Array.isArray(value) && value.length === 0 ? "must hold one edit or more" : listOf(isEdit)(value)
)

const at = (input: RepositoryName & { readonly path: string }) =>
  inRepository(input, `/contents/${segments(bare(input.path))}`)

export const make = (http: Http): Contents => {
  const read = contentReader(http, "contents.get")

  const write = (
    operation: string,
    verb: "PUT" | "DELETE",
    input: FileDeletion,
    body: Readonly<Record<string, unknown>>
  ) =>
    http
      .call({
        operation,
        method: verb,
        endpoint: at(input),
        howToLook: `read ${bare(input.path)} on ${input.branch ?? "the default branch"} of ${input.owner}/${input.repo}`,
        body: given({ ...body, branch: input.branch, author: input.author, committer: input.committer })
      })
      .pipe(explain("Conflict", (reason) => writeConflict(input.path, input.branch, reason)))

  const changeOf = (operation: string, input: FileDeletion, answer: Answer) =>
    changed(decoder(operation, WrittenFile)(answer)).pipe(
      Effect.map(({ content, commit }) => {
        const change: FileChange = {
          created: answer.status === 201,
          path: bare(input.path),
          ...(content != null && { sha: content.sha }),
          ...(typeof content?.html_url === "string" && { html_url: content.html_url }),
          commit
        }
        return change
      })
    )

  const toPut = standingReader(http, "contents.put")
  const blob = blobReader(http, "contents.put")

  const nowhere = (operation: string, input: FileDeletion) =>
    failed(operation, {
      _tag: "NotFound",
      what: `There is no file ${bare(input.path)}${input.branch === undefined ? "" : ` on ${input.branch}`}.`,
      fix: "Check the path, and that the account's token may see the repository."
    })

  /** The content to write, as the service takes it. */
  const wireOf = Effect.fnUntraced(function* (input: FileWrite, known: string | undefined) {
    if (input.edits === undefined) return toWire(input.content ?? "", input.encoding)
    if (known === undefined) return yield* nowhere("contents.put", input)
    const outcome = edited(yield* blob(input, known), input.edits)
    return "wire" in outcome ? outcome.wire : yield* invalid("codehost", "contents.put", [outcome])
  })

  const put = Effect.fnUntraced(function* (input: FileWrite) {
    const there: Standing = yield* toPut.standing(input, input.path, input.branch)
    if (there.kind === "taken") return yield* failed("contents.put", there.reason)
    if (there.kind === "symlink") return yield* yield* toPut.linkReason(input, input.path, there.sha)
    const known = input.sha ?? (there.kind === "file" ? there.sha : undefined)
    if (there.kind === "file" && input.sha === undefined && input.overwrite === false && input.edits === undefined) {
      return yield* failed("contents.put", {
        _tag: "Conflict",
        what: `${bare(input.path)} is there already.`,
        fix: "Nothing was written. Read it and give its sha to replace it, or write to another path."
      })
    }
    const answer = yield* write("contents.put", "PUT", input, {
      message: input.message ?? `${known === undefined ? "Create" : "Update"} ${bare(input.path)}`,
      content: yield* wireOf(input, known),
      sha: known
    })
    return yield* changeOf("contents.put", input, answer)
  })

  const toDelete = standingReader(http, "contents.delete")

  const remove = Effect.fnUntraced(function* (input: FileDeletion) {
    const there: Standing = yield* toDelete.standing(input, input.path, input.branch)
    if (there.kind === "taken") return yield* failed("contents.delete", there.reason)
    const known = input.sha ?? (there.kind === "nothing" ? undefined : there.sha)
    if (known === undefined) return yield* nowhere("contents.delete", input)
    const answer = yield* write("contents.delete", "DELETE", input, {
      message: input.message ?? `Delete ${bare(input.path)}`,
      sha: known
    })
    return yield* changeOf("contents.delete", input, answer)
  })

  return {
    get: method("contents.get", { ...repository, path, ref: optional(ref) }, (input: ContentPath) =>
      Effect.flatMap(
        http.call({
          operation: "contents.get",
          method: "GET",
          endpoint: withQuery(at(input), { ref: input.ref })
        }),
        ({ body }) => read(input, bare(input.path), body)
      )
    ),
    put: (input) =>
      Effect.flatMap(
        check("contents.put", input, {
          ...WRITE,
          encoding: optional(oneOf("utf-8", "base64")),
          edits,
          content: (content) =>
            content === undefined && input.edits !== undefined ? undefined : contentProblem(content, input.encoding),
          "": oneWay
        }),
        () => writing(http, "contents.put", put)(input)
      ),
    delete: method("contents.delete", WRITE, writing(http, "contents.delete", remove))
  }
}
