import { fileURLToPath } from "node:url"

import { examplesIn, houseSuite, pluginSuite } from "@inlay/agent-plugin/testing"

import { manifest } from "./manifest.gen.ts"
import { plugin } from "./plugin.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

pluginSuite(plugin, { example: examplesIn(root) })
houseSuite(plugin, root, manifest)
