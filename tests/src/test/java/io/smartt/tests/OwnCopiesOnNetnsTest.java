package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Namespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The user's multicast groups, clone sessions and registers, with frames of the kernel. */
@Tag("netns")
@Timeout(120)
@Isolated
class OwnCopiesOnNetnsTest {
  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require();
  }

  @Test
  void realFramesAreCopiedToo() throws IOException {
    Path program = OwnCopiesTest.copying(folder);
    Path rules = Files.createDirectory(folder.resolve("rules"));
    Files.writeString(rules.resolve("all.json"), OwnCopiesTest.GROUPS);
    Files.writeString(rules.resolve("s1.json"), OwnCopiesTest.SESSION);
    Files.writeString(rules.resolve("s1.txtpb"), OwnCopiesTest.million(folder, "sent"));

    SmarttRun run =
        OwnCopiesTest.run(folder.resolve("netns"), program, rules, "--profile", "netns");

    OwnCopiesTest.copiesAre(run);
    assertThat(SignalsTest.hops(run, "sent_bytes").getFirst().getFirst())
        .isBetween(1_000_001L, 1_010_000L);
  }
}
