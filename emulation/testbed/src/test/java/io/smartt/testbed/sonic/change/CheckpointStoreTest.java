package io.smartt.testbed.sonic.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.testbed.sonic.ConfigDb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link CheckpointStore}. */
@Timeout(60)
class CheckpointStoreTest {
  private static final int SAVES = 2_000;

  @TempDir private Path folder;

  /** What a switch held before is nowhere else: an apply that is killed must not lose it. */
  @Test
  void thereIsOneAtEachMomentOfASave() throws InterruptedException {
    CheckpointStore store = new CheckpointStore(folder);
    Checkpoint one = Checkpoint.of("leaf", ConfigDb.parse("nothing", "{}"));
    store.save(one);
    AtomicInteger saves = new AtomicInteger();
    Thread writer =
        Thread.ofPlatform()
            .start(() -> {
              while (saves.incrementAndGet() < SAVES) {
                store.save(one);
              }
            });
    int looks = 0;
    int missed = 0;
    while (writer.isAlive()) {
      looks++;
      missed += Files.exists(store.file("leaf")) ? 0 : 1;
    }
    writer.join();

    assertThat(missed).as("missing in %d looks", looks).isZero();
    assertThat(saves).hasValue(SAVES);
    assertThat(store.find("leaf")).contains(one);
  }
}
