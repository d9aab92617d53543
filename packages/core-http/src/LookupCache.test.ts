import { layerMemory } from "./LookupCache.ts"
import { lookupCacheSuite } from "./testing/index.ts"

lookupCacheSuite("in memory", () => layerMemory)
