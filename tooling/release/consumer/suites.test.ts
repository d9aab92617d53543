/** The suites of `./testing`, with which a team tests its own stores and detectors. */
import { detectSuite } from "@inlay/agent-plugin/testing"
import { Ledger, LookupCache } from "@inlay/core-http"
import { ledgerSuite, lookupCacheSuite } from "@inlay/core-http/testing"
import { detect } from "@inlay/salesdata/detect"

ledgerSuite("in memory", () => Ledger.layerMemory)
lookupCacheSuite("in memory", () => LookupCache.layerMemory)
detectSuite([
  {
    plugin: "salesdata",
    detect: (url) => detect(url, ["network.example"])?.kind,
    finds: { "https://network.example/in/jane-doe": "person" },
    ignores: ["https://network.example/feed"],
    general: ["site"]
  }
])
