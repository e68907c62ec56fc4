package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.needs.Namespaces;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests of {@link InterfaceOffloads} on a veth pair in a namespace of the test. */
@Tag("netns")
@Timeout(60)
@Execution(ExecutionMode.SAME_THREAD)
class InterfaceOffloadsTest {
  private static final String NAMESPACE = "smartt-off-" + ProcessHandle.current().pid();

  private static final Set<String> WATCHED =
      Set.of(
          "tx-checksum-ip-generic",
          "tx-tcp-segmentation",
          "tx-tcp6-segmentation",
          "tx-tcp-ecn-segmentation",
          "tx-generic-segmentation",
          "rx-gro",
          "tx-scatter-gather");

  private static final int GET_FEATURES = 0x3a;
  private static final int GET_STRINGS = 0x1b;
  private static final int FEATURES = 4;
  private static final int STRING_BYTES = 32;
  private static final int MOST_BLOCKS = 8;
  private static final int SET_GRO = 0x2c;

  @BeforeEach
  void connect() {
    Namespaces.require();
    ip("netns", "add", NAMESPACE);
    ip("-n", NAMESPACE, "link", "add", "near", "type", "veth", "peer", "name", "far");
    // Off at first, unlike all others.
    near(() -> {
      ethtool(SET_GRO, 1);
      return true;
    });
  }

  @AfterEach
  void remove() {
    ip("netns", "del", NAMESPACE);
  }

  private static void ip(String... arguments) {
    List<String> command = new ArrayList<>(List.of("ip"));
    command.addAll(List.of(arguments));
    try {
      assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> T near(Supplier<T> task) {
    return NetworkNamespace.named(NAMESPACE).call(task);
  }

  private static void ethtool(int request, int value) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment both = arena.allocate(JAVA_INT, 2);
      both.setAtIndex(JAVA_INT, 0, request);
      both.setAtIndex(JAVA_INT, 1, value);
      ethtool(arena, both);
    }
  }

  private static void ethtool(Arena arena, MemorySegment data) {
    try (InterfaceQuery.InterfaceControl control =
        new InterfaceQuery.InterfaceControl(arena, "near")) {
      assertThat(control.request().ethtool(data)).isNotNegative();
    }
  }

  /** The watched features that are on, by the names that {@code ethtool -k} has, in order. */
  private static List<String> on() {
    return near(() -> {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment names = arena.allocate(12 + MOST_BLOCKS * 32 * STRING_BYTES, 8);
        names.setAtIndex(JAVA_INT, 0, GET_STRINGS);
        names.setAtIndex(JAVA_INT, 1, FEATURES);
        ethtool(arena, names);
        // Each block is available, requested, active and never changed, of 32 features.
        MemorySegment blocks = arena.allocate(JAVA_INT, 2 + 4 * MOST_BLOCKS);
        blocks.setAtIndex(JAVA_INT, 0, GET_FEATURES);
        blocks.setAtIndex(JAVA_INT, 1, MOST_BLOCKS);
        ethtool(arena, blocks);
        return IntStream.range(0, names.getAtIndex(JAVA_INT, 2))
            .filter(i -> (blocks.getAtIndex(JAVA_INT, 4 + 4 * (i / 32)) >>> (i % 32) & 1) != 0)
            .mapToObj(i -> names.getString(12 + (long) i * STRING_BYTES))
            .filter(WATCHED::contains)
            .sorted()
            .toList();
      }
    });
  }

  /** As docs/operate/netns.md says: with scattered frames, which nobody has to finish. */
  @Test
  void nothingIsLeftForTheInterfaceToFinish() {
    assertThat(on()).containsExactlyInAnyOrderElementsOf(WATCHED);

    near(() -> {
      InterfaceOffloads.off("near");
      return true;
    });

    assertThat(on()).containsExactly("tx-scatter-gather");
  }

  @Test
  void anInterfaceThatIsNotThereIsNamed() {
    assertThatThrownBy(() ->
            near(() -> {
              InterfaceOffloads.off("none0");
              return true;
            }))
        .isInstanceOf(PacketIoException.class)
        .hasMessageContaining("offloads of interface 'none0' cannot be turned off");
  }
}
