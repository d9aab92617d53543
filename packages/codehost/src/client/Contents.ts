/**
 * Files and folders of a repository: text in and out, base64 on the wire. A write goes over the file as it was read, never
 * over what somebody else wrote in between.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"

import { contentProblem, toWire } from "../internal/base64.ts"
import { decoder } from "../internal/decoder.ts"
import { bare, given, inRepository, segments, withQuery } from "../internal/endpoint.ts"
import { contentReader } from "../internal/file-content.ts"
import { branch, check, filePath, oneOf, optional, path, ref, repository, sha, text } from "../internal/inputs.ts"
import { explain, failed, method, type Http } from "../internal/methods.ts"
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
  /** The whole new content: text, or base64 where `encoding` says so. At most 100 MB. */
  readonly content: string
  /** How `content` is given; `utf-8` by default. */
  readonly encoding?: "utf-8" | "base64"
}

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
   * changed between look-up and write, where its branch moved meanwhile, and where a rule is in the way; nothing is
   * written then.
   */
  readonly put: (input: FileWrite) => Effect.Effect<FileChange, ProviderError>
  /** `DELETE /repos/{owner}/{repo}/contents/{path}`; as careful as `put`. */
  readonly delete: (input: FileDeletion) => Effect.Effect<FileChange, ProviderError>
}

const WRITE = { ...repository, path: filePath, message: optional(text), branch: optional(branch), sha: optional(sha) }

const at = (input: RepositoryName & { readonly path: string }) =>
  inRepository(input, `/contents/${segments(bare(input.path))}`)

export const make = (http: Http): Contents => {
  const read = contentReader(http, "contents.get")
  const written = decoder("contents.put", WrittenFile)

  const get = (operation: string, input: ContentPath) =>
    http.call({ operation, method: "GET", endpoint: withQuery(at(input), { ref: input.ref }) })

  /** The blob that stands at a path of a branch now; `undefined` where there is none. */
  const shaNow = Effect.fnUntraced(function* (
    operation: string,
    { owner, repo, path: file, branch: on }: FileDeletion
  ) {
    const found = yield* Effect.result(
      get(operation, { owner, repo, path: file, ...(on !== undefined && { ref: on }) })
    )
    if (found._tag === "Failure") {
      return found.failure.reason._tag === "NotFound" ? undefined : yield* found.failure
    }
    const { body } = found.success
    if (Array.isArray(body)) {
      return yield* failed(operation, {
        _tag: "Conflict",
        what: `${file} is a folder.`,
        fix: "Name a file. Nothing was written."
      })
    }
    return typeof body === "object" && body !== null && "sha" in body && typeof body.sha === "string"
      ? body.sha
      : undefined
  })

  /** Sent once: a repeat after a lost answer would find its own change and call it somebody else's. */
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
        repeatable: false,
        body: given({ ...body, branch: input.branch, author: input.author, committer: input.committer })
      })
      .pipe(explain("Conflict", (reason) => writeConflict(input.path, input.branch, reason)))

  const changeOf = Effect.fnUntraced(function* (input: FileDeletion, answer: Answer) {
    const { content, commit } = yield* written(answer)
    const change: FileChange = {
      created: answer.status === 201,
      path: bare(input.path),
      ...(content != null && { sha: content.sha }),
      ...(typeof content?.html_url === "string" && { html_url: content.html_url }),
      commit
    }
    return change
  })

  const put = Effect.fnUntraced(function* (input: FileWrite) {
    const { encoding } = input
    const known = input.sha ?? (yield* shaNow("contents.put", input))
    const answer = yield* write("contents.put", "PUT", input, {
      message: input.message ?? `${known === undefined ? "Create" : "Update"} ${bare(input.path)}`,
      content: toWire(input.content, encoding),
      sha: known
    })
    return yield* changeOf(input, answer)
  })

  const remove = Effect.fnUntraced(function* (input: FileDeletion) {
    const known = input.sha ?? (yield* shaNow("contents.delete", input))
    if (known === undefined) {
      return yield* failed("contents.delete", {
        _tag: "NotFound",
        what: `There is no file ${input.path}${input.branch === undefined ? "" : ` on ${input.branch}`}.`,
        fix: "Check the path, and that the account's token may see the repository."
      })
    }
    const answer = yield* write("contents.delete", "DELETE", input, {
      message: input.message ?? `Delete ${bare(input.path)}`,
      sha: known
    })
    return yield* changeOf(input, answer)
  })

  return {
    get: method("contents.get", { ...repository, path, ref: optional(ref) }, (input: ContentPath) =>
      Effect.flatMap(get("contents.get", input), ({ body }) => read(input, bare(input.path), body))
    ),
    put: (input) =>
      Effect.flatMap(
        check("contents.put", input, {
          ...WRITE,
          encoding: optional(oneOf("utf-8", "base64")),
          content: (content) => contentProblem(content, input.encoding)
        }),
        () => put(input)
      ),
    delete: method("contents.delete", WRITE, remove)
  }
}
