import { fileURLToPath } from "node:url"

import { pluginSuite } from "@inlay/agent-plugin/testing"

import { manifest } from "./manifest.gen.ts"
import { plugin } from "./plugin.ts"

pluginSuite(plugin, fileURLToPath(new URL("..", import.meta.url)), manifest)
