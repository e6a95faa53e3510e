import { defineConfig } from "@playwright/test";

export default defineConfig({
  reporter: "list",
  // Left out, Playwright takes the browser that it has installed.
  use: {
    launchOptions: {
      ...(process.env.CHROMIUM_FILE && { executablePath: process.env.CHROMIUM_FILE }),
      args: process.env.CHROMIUM_ARGS?.split(" ") ?? [],
    },
  },
});
