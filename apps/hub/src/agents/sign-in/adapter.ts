/** Stores the records of `oidc-provider` in the database. */
import * as Clock from "effect/Clock"
import type * as Effect from "effect/Effect"
import type { Adapter, AdapterPayload } from "oidc-provider"

import { grantHashOf, type OAuthRecords, type Payload } from "./OAuthRecords.ts"

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** Removes the id before storing: a record can be opened only by somebody who knows its id. */
const withoutId = (payload: AdapterPayload): Payload => {
  const { jti: _id, ...rest } = payload
  return rest
}

/** How long a client that registered itself is known before it is granted anything. */
const UNGRANTED_SECONDS = 24 * 60 * 60
/** The most such clients, which are those that expire within that time. Each further one removes the oldest. */
const MAX_UNGRANTED = 200

/**
 * How long a refresh token may be used again after its first use. The official clients renew for each of several calls
 * that they send together, and several programs of a user share what one of them stores: each gets tokens. Later, the
 * same is a sign of theft.
 */
const RENEWED_TOGETHER_MILLIS = 30_000

export interface Options {
  readonly records: OAuthRecords["Service"]
  readonly run: <A, E>(effect: Effect.Effect<A, E>) => Promise<A>
  /** The error for a code or refresh token that another request has just used. */
  readonly usedBefore: () => Error
}

/** Makes an adapter for each kind of record. */
export const adapterOf =
  ({ records, run, usedBefore }: Options) =>
  (kind: string): Adapter => {
    const find = async (id: string): Promise<AdapterPayload | undefined> => {
      const record = await run(records.find(kind, id))
      if (record === undefined) return undefined
      const { payload, consumedMillis } = record
      const isUsed =
        consumedMillis !== undefined &&
        (kind !== "RefreshToken" || (await run(Clock.currentTimeMillis)) - consumedMillis > RENEWED_TOGETHER_MILLIS)
      return {
        ...payload,
        ...(kind !== "Client" && { jti: id }),
        ...(isUsed && { consumed: Math.floor(consumedMillis / 1000) })
      }
    }
    return {
      find,
      upsert: async (id, payload, expiresIn) => {
        const seconds = kind === "Client" ? UNGRANTED_SECONDS : expiresIn
        // The clock of the records, which may be another computer's.
        const now = await run(Clock.currentTimeMillis)
        await run(
          records.put(kind, {
            id,
            payload: withoutId(payload),
            grantId: textOf(payload.grantId),
            uid: kind === "Session" ? textOf(payload.uid) : undefined,
            expiresMillis: typeof seconds === "number" ? now + seconds * 1000 : undefined
          })
        )
        if (kind === "Client") await run(records.keepLatest(kind, MAX_UNGRANTED, now + UNGRANTED_SECONDS * 1000))
        const clientId = kind === "Grant" ? textOf(payload.clientId) : undefined
        if (clientId === undefined || typeof expiresIn !== "number") return
        // A day more than the grant, so that until the grant ends, the client is none of those that a further one may
        // remove. Does nothing for a client with a document, which is not stored.
        await run(records.extend("Client", clientId, now + (expiresIn + UNGRANTED_SECONDS) * 1000))
      },
      consume: async (id) => {
        if (await run(records.consume(kind, id))) return
        const record = await find(id)
        if (record === undefined || record.consumed !== undefined) throw usedBefore()
      },
      destroy: (id) => run(records.remove(kind, id)),
      revokeByGrantId: (grantId) => run(records.removeGrant(grantHashOf(grantId))),
      findByUid: async (uid) => {
        const id = textOf((await run(records.find(`${kind} uid`, uid)))?.payload["id"])
        return id === undefined ? undefined : find(id)
      },
      // The authorization server does not offer the device flow.
      findByUserCode: () => Promise.resolve(undefined)
    }
  }
