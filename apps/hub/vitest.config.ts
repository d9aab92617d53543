import { join } from "node:path"

import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The longest test file runs first, because at the end it would run alone; the console's tests run last. */
const rank = ({ moduleId }: TestSpecification): number => {
  if (moduleId.endsWith("/runner.security.test.ts")) return 0
  return moduleId.endsWith(".tsx") ? 2 : 1
}

/** Vitest ends a worker, with all the modules it has loaded, where the next test file wants another environment. */
class ByEnvironment extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

/**
 * What goes wrong, rather than what the hub does: programs killed and stopped, full disks, databases locked, gone and
 * damaged, wrong clocks, floods, attacks, callers that go away, hooks and accounts that somebody removed. Also several
 * servers and processes, sign-ins, and questions and answers of every kind and size.
 * `pnpm test:wide` runs these, and CI with every change.
 */
const WIDE = [
  "src/accounts/{lookups-under-way,removing,token-source,vault/key-rotation}.integration.test.ts",
  "src/accounts/{removed-meanwhile,vault/shared-database}.test.ts",
  "src/agents/**/{abandoned-clients,cancelled-purchases,database-gone,limit-samples,several-servers,several-servers-ends}.integration.test.ts",
  "src/agents/**/{all-or-nothing,revoked,stopping}.integration.test.ts",
  "src/cli/**/{analytics-input,analytics-quota,deliveries,large-answers,large-input,lost-write,mcp-messages,migrate,sign-in,text-unchanged}.integration.test.ts",
  "src/inbound/**/{asked-rounds,broken-account,bursts,clean-up,destinations,disconnected,early-events,missed,other-key,overtaken,resealing,sources,stopped-server}.integration.test.ts",
  "src/inbound/**/{health,health-checks,many-records,replayed,stopping}.integration.test.ts",
  "src/inbound/sources/Leases.test.ts",
  "src/inbound/faults/*.test.ts",
  "src/inbound/receive/journal/{Writer,scan}.test.ts",
  "src/serving/one-server.integration.test.ts",
  "src/storage/**/{GroupCommit,Postgres,administered,checkpoints,clock,damage,damaged-file,encryption,full-disk,large-ledger,lock,lock-order,ownership,pace,pooler,processes,refusing-server,spending}.integration.test.ts",
  "src/storage/{stored-rows,whose-record,postgres/time}.test.ts",
  "src/**/*.{security,fuzz}.test.ts"
]
const NEVER = ["**/node_modules/**", "src/**/*.chaos.test.ts"]

// Integration tests start processes that can be slow on a busy machine. The limits catch hangs and do not measure
// speed.
export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: "main", include: ["src/**/*.test.{ts,tsx}"], exclude: [...NEVER, ...WIDE] } },
      { extends: true, test: { name: "wide", include: WIDE, exclude: NEVER } }
    ],
    globalSetup: ["./src/testing/bundle.ts", "./src/testing/postgres/broker.ts"],
    isolate: false,
    sequence: { sequencer: ByEnvironment },
    maxWorkers: 4,
    // Tests start programs from source, several at a time: with the cache, each source is stripped of types and
    // compiled once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/inlay-tests/sources") },
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 20_000, interval: 25 } }
  }
})
