import { fileURLToPath } from "node:url"

import { pluginSuite } from "@inlay/agent-plugin/testing"

import { withoutPauses } from "../tests/world.ts"
import { manifest } from "./manifest.gen.ts"

pluginSuite(withoutPauses, fileURLToPath(new URL("..", import.meta.url)), manifest)
