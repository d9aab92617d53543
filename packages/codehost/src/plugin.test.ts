import { fileURLToPath } from "node:url"

import { examplesIn, houseSuite, pluginSuite } from "@inlay/agent-plugin/testing"

import { withoutPauses } from "../tests/world.ts"
import { manifest } from "./manifest.gen.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

pluginSuite(withoutPauses, { example: examplesIn(root) })
houseSuite(withoutPauses, root, manifest)
