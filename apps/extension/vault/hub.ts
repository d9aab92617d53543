/**
 * Stores the hub that this browser is paired with: address and identity in plain text, this browser's token encrypted.
 * Also stores which way the user chose for each plugin.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"

import { forgetAccounts } from "../messaging/session-storage.ts"
import { hasFields, isCount, isText } from "../messaging/shape.ts"
import type { WayName } from "../messaging/way.ts"
import { Database } from "./database/Database.ts"
import { forgetReadings, snapshotOf } from "./database/one-reading.ts"
import { get, put } from "./database/requests.ts"
import { HUB } from "./database/snapshot.ts"
import * as Keys from "./keys.ts"
import { VaultProblem, type SealedSecret } from "./keys.ts"
import { isSealed } from "./records.ts"

/** The part that may be shown. */
interface HubRecord {
  readonly origin: string
  /** The id that the hub reports. Another hub at the same address reports another id. */
  readonly hubId: string
  readonly version: string
  /** The hub's name for this browser. */
  readonly name: string
  readonly tokenId: string
}

export interface PairedHub extends HubRecord {
  readonly token: Redacted.Redacted
}

const WAY = `${HUB}.way.`
const ACCOUNT = `${HUB}.account.`
const UNKNOWN_CHARGES = `${HUB}.unknownCharges`
/** The field name that the token's ciphertext is bound to. */
const FIELD = "token"

interface StoredHub extends HubRecord {
  readonly token: SealedSecret
}

const plainFields = { origin: isText, hubId: isText, version: isText, name: isText, tokenId: isText }
const isRecord = hasFields<HubRecord>(plainFields)
const isStoredHub = hasFields<StoredHub>({ ...plainFields, token: isSealed })

/** Another hub may have accounts and triggers of the same names. */
const forgetDrafts = Effect.promise(() => forgetAccounts((one) => one.includes("/hub:")))

const make = (database: Database["Service"]) => {
  const { read, write } = database
  const here = Effect.provideService(Database, database)

  /** Ignores the request's snapshot. */
  const stored = read("hub.read", "preferences", get(HUB))

  const preference = (key: string) => Effect.map(snapshotOf(database), ({ preferences }) => preferences.get(key))

  /** Writes what the snapshot holds. The next reading sees it. */
  const change = (key: string, value: unknown) =>
    Effect.andThen(write("hub.save", "preferences", put(value, key)), forgetReadings)

  const countOf = (value: unknown) => (isCount(value) ? value : 0)

  return {
    /** What is stored about the hub, without its token. */
    record: Effect.map(stored, (value) => (isRecord(value) ? value : undefined)),
    /** Read from the request's snapshot. */
    isPaired: Effect.map(preference(HUB), isRecord),
    find: Effect.gen(function* () {
      const value = yield* stored
      if (value === undefined) return undefined
      if (!isStoredHub(value)) return yield* new VaultProblem({ kind: "recordUnreadable" })
      const key = yield* here(Keys.find)
      if (key === undefined) return yield* new VaultProblem({ kind: "keyLost" })
      return { ...value, token: yield* Keys.unseal(key, HUB, FIELD, value.token) } satisfies PairedHub
    }),
    /** Replaces the previous pairing. @param through the plugins that run through the hub from then on */
    save: Effect.fnUntraced(function* ({ token, ...plain }: PairedHub, through: ReadonlyArray<string>) {
      const key = yield* here(Keys.findOrMake)
      const sealedRecord: StoredHub = { ...plain, token: yield* Keys.seal(key, HUB, FIELD, token) }
      const isSameHub = yield* write<boolean>("hub.save", "preferences", (preferences, give) => {
        const before: IDBRequest<unknown> = preferences.get(HUB)
        before.onsuccess = () => {
          preferences.put(sealedRecord, HUB)
          for (const plugin of through) preferences.put("hub", WAY + plugin)
          // What was unknown to another pairing, and the accounts of another hub.
          preferences.delete(UNKNOWN_CHARGES)
          const isSame = isRecord(before.result) && before.result.hubId === plain.hubId
          if (!isSame) preferences.delete(IDBKeyRange.bound(ACCOUNT, `${ACCOUNT}\uFFFF`))
          give(isSame)
        }
      })
      if (!isSameHub) yield* forgetDrafts
      yield* forgetReadings
    }, Keys.alone),
    /** Removes the pairing. Afterwards every plugin runs in this browser alone. */
    remove: Effect.andThen(
      write<void>("hub.remove", "preferences", (preferences, give) => {
        preferences.delete(IDBKeyRange.bound(HUB, `${HUB}.\uFFFF`))
        give()
      }),
      Effect.andThen(forgetDrafts, forgetReadings)
    ),
    /** The browser's own way until the user chooses another. */
    way: (plugin: string) =>
      Effect.map(preference(WAY + plugin), (value): WayName => (value === "hub" ? "hub" : "direct")),
    saveWay: (plugin: string, way: WayName) => change(WAY + plugin, way),
    /** The hub's account of a plugin that was chosen last, by its name at the hub. */
    chosen: (plugin: string) =>
      Effect.map(preference(ACCOUNT + plugin), (value) => (isText(value) ? value : undefined)),
    choose: (plugin: string, name: string) => change(ACCOUNT + plugin, name),
    /** How many charges were unknown at the hub when it was last asked. 0 before that. */
    unknownChargeCount: Effect.map(preference(UNKNOWN_CHARGES), countOf),
    /** Changes that count in one transaction, because several lookups may do so at once. */
    changeUnknownChargeCount: (after: (last: number) => number) =>
      Effect.andThen(
        write<void>("hub.save", "preferences", (preferences, give) => {
          const pairing = preferences.getKey(HUB)
          const last: IDBRequest<unknown> = preferences.get(UNKNOWN_CHARGES)
          last.onsuccess = () => {
            const count = after(countOf(last.result))
            // The browser may have been unpaired while the hub was asked.
            if (pairing.result !== undefined && count !== last.result) preferences.put(count, UNKNOWN_CHARGES)
            give()
          }
        }),
        forgetReadings
      )
  }
}

export class HubVault extends Context.Service<HubVault, ReturnType<typeof make>>()("@inlay/extension/HubVault") {
  static readonly layer: Layer.Layer<HubVault, never, Database> = Layer.effect(HubVault, Effect.map(Database, make))
}
