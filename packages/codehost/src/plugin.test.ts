import { fileURLToPath } from "node:url"

import { pluginSuite } from "@inlay/agent-plugin/testing"

import { hurried } from "../tests/world.ts"
import { manifest } from "./manifest.gen.ts"

pluginSuite(hurried, fileURLToPath(new URL("..", import.meta.url)), manifest)
