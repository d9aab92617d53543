/** The worker's parts put together: what `entrypoints/background.ts` runs and tests run with another browser. */
import { Audit } from "@inlay/agent-plugin/Audit"
import { Runner } from "@inlay/agent-plugin/Runner"
import { Spend } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import * as account from "./features/account/feature.ts"
import * as figures from "./features/account/figures.ts"
import * as charges from "./features/charges/feature.ts"
import * as enrich from "./features/enrich/feature.ts"
import * as forget from "./features/enrich/forget.ts"
import * as lookup from "./features/enrich/lookup.ts"
import { nobody, PLUGIN } from "./features/enrich/page.ts"
import * as preferences from "./features/preferences/feature.ts"
import { showUndecided } from "./features/undecided.ts"
import { Browser } from "./messaging/browser.ts"
import type { Handlers } from "./messaging/router.ts"
import { plugins } from "./plugins.gen.ts"
import * as direct from "./providers/direct.ts"
import * as accounts from "./vault/accounts.ts"
import * as cache from "./vault/cache.ts"
import * as clock from "./vault/clock.ts"
import * as ledger from "./vault/ledger.ts"
import { Preferences } from "./vault/preferences.ts"

/** What an earlier worker left open, settled before anything else uses the stores. */
const inherit = Layer.effectDiscard(ledger.loseOpen.pipe(Effect.catch((error) => Effect.logError(error.message))))

/** What no click has to wait for runs this long after the start: the first click needs the stores for itself. */
const AFTERWARDS = "250 millis"

const stores = Layer.mergeAll(ledger.layer, cache.layer, accounts.Vault.layer, Preferences.layer).pipe(
  Layer.provideMerge(inherit)
)

const spend = Layer.unwrap(Effect.flatMap(Browser, ({ session }) => Effect.map(session, Spend.layer)))

/** Everything above a browser, its database and its network. */
export const layer = direct.layer.pipe(
  Layer.provide(Runner.layer(plugins)),
  Layer.provide(Audit.layerNone),
  Layer.provide(accounts.accountsLayer),
  Layer.provide(clock.transport),
  Layer.provideMerge(spend),
  Layer.provideMerge(stores),
  Layer.provideMerge(clock.layer)
)

export const handlers = Effect.gen(function* () {
  const read = yield* figures.make(PLUGIN, nobody)
  const mark = yield* showUndecided(read)
  const upkeep = Effect.all([cache.purge, clock.keep]).pipe(Effect.catch((error) => Effect.logError(error.message)))
  const mended = ledger.mend.pipe(Effect.catch((error) => Effect.logError(error.message)))
  yield* Effect.forkDetach(Effect.delay(Effect.all([mended, mark, upkeep]), AFTERWARDS))
  const looking = yield* lookup.make
  const made: Handlers = {
    ...(yield* enrich.make(looking, mark)),
    ...(yield* forget.make(looking, mark)),
    ...(yield* account.make(PLUGIN, mark)),
    ...(yield* charges.make(read, looking, mark)),
    ...(yield* preferences.make)
  }
  return made
})
