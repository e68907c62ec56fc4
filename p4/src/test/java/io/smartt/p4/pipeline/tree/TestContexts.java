package io.smartt.p4.pipeline.tree;

import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.p4.pipeline.runtime.SlotContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Random;

/** Contexts for tests of single nodes. */
final class TestContexts {
  private TestContexts() {}

  /** A context of some program, for nodes that read nothing from it. */
  static SlotContext empty() {
    try (InputStream json = TestContexts.class.getResourceAsStream("/programs/router.json")) {
      return (SlotContext)
          Bmv2Program.load(json.readAllBytes()).instantiate(new Random(1)).newContext();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
