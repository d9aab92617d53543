/**
 * Encrypts secrets at rest with AES-256-GCM, under a key that no program can export and with a fresh 96-bit IV each
 * time. The account and the field are authenticated as additional data, so that a ciphertext can be decrypted only
 * where it was sealed.
 */
import * as Queue from "@inlay/core-http/queue"
import { StorageError } from "@inlay/core-http/StorageError"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import { formerId } from "./account-id.ts"
import { Database } from "./database/Database.ts"
import { get } from "./database/requests.ts"
import { KEY_ID } from "./database/snapshot.ts"

const IV_BYTES = 12

export interface SealedSecret {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: Uint8Array<ArrayBuffer>
}

/** A stored account can no longer be read and must be connected again. */
export class VaultProblem extends Data.TaggedError("VaultProblem")<{
  readonly kind: "keyLost" | "secretUnreadable" | "recordUnreadable"
}> {
  override get message(): string {
    return this.kind
  }
}

export const isVaultKey = (value: unknown): value is CryptoKey =>
  value instanceof CryptoKey &&
  value.algorithm.name === "AES-GCM" &&
  !value.extractable &&
  value.usages.includes("encrypt") &&
  value.usages.includes("decrypt")

const generate = Effect.tryPromise({
  try: () => crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]),
  catch: (cause) => new StorageError({ operation: "vault.key", cause })
})

export const find: Effect.Effect<CryptoKey | undefined, StorageError, Database> = Effect.flatMap(Database, ({ read }) =>
  Effect.map(read("vault.key", "keys", get(KEY_ID)), (key) => (isVaultKey(key) ? key : undefined))
)

/**
 * Returns the vault's key, and makes a new one if it is missing or damaged. Whatever the old key sealed then stays
 * unreadable.
 */
export const findOrMake: Effect.Effect<CryptoKey, StorageError, Database> = Effect.gen(function* () {
  const key = yield* find
  if (key !== undefined) return key
  const fresh = yield* generate
  const { write } = yield* Database
  return yield* write<CryptoKey>("vault.key", "keys", (keys, give) => {
    const request = keys.get(KEY_ID)
    request.onsuccess = () => {
      // Another call may have stored a key first, and may already have sealed something with it.
      if (isVaultKey(request.result)) return give(request.result)
      keys.put(fresh, KEY_ID)
      give(fresh)
    }
  })
})

/** For work that seals something until it is stored, and for work that may clear the key because nothing is sealed. */
export const alone = Queue.make(1).withPlace

/** The additional data that a ciphertext is authenticated with: the account's id and the field. */
const bindingOf = (id: string, field: string) => new TextEncoder().encode(`${id}/${field}`)

export const seal = (
  key: CryptoKey,
  id: string,
  field: string,
  secret: Redacted.Redacted
): Effect.Effect<SealedSecret, StorageError> =>
  Effect.suspend(() => {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    return Effect.tryPromise({
      try: () =>
        crypto.subtle.encrypt(
          { name: "AES-GCM", iv, additionalData: bindingOf(id, field) },
          key,
          new TextEncoder().encode(Redacted.value(secret))
        ),
      catch: (cause) => new StorageError({ operation: "vault.seal", cause })
    }).pipe(Effect.map((data) => ({ iv, data: new Uint8Array(data) })))
  })

const openSecret = (key: CryptoKey, id: string, field: string, { iv, data }: SealedSecret) =>
  Effect.tryPromise({
    try: () => crypto.subtle.decrypt({ name: "AES-GCM", iv, additionalData: bindingOf(id, field) }, key, data),
    catch: () => new VaultProblem({ kind: "secretUnreadable" })
  })

/** A secret that was sealed before accounts had names is bound to its former id until it is saved again. */
export const unseal = (
  key: CryptoKey,
  id: string,
  field: string,
  ciphertext: SealedSecret
): Effect.Effect<Redacted.Redacted, VaultProblem> =>
  openSecret(key, id, field, ciphertext).pipe(
    Effect.catch((problem) => {
      const former = formerId(id)
      return former === undefined ? Effect.fail(problem) : openSecret(key, former, field, ciphertext)
    }),
    Effect.map((data) => Redacted.make(new TextDecoder().decode(data)))
  )
