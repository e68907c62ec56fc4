package io.smartt.workload.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.BytesAsText;
import io.smartt.base.input.UserInputException;
import io.smartt.workload.Workload;
import io.smartt.workload.chakra.ChakraTraces.CollectiveAlgorithm;
import io.smartt.workload.jobs.JobsName;
import io.smartt.workload.schedule.Schedule;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class GoalBinaryTest {
  private static final String TEXT =
      """
      num_ranks 3
      rank 0 {
      a: calc 1500 cpu 2
      b: send 4096b to 1 tag 4294967294 nic 1
      b requires a
      c: send 0b to 2
      c irequires a
      c requires b
      }
      rank 1 {
      recv 4096b from 0 tag 4294967294
      }
      rank 2 {
      recv 0b from 0
      }
      """;

  /**
   * What txt2bin of spcl/LogGOPSim writes for: {@code num_ranks 2}, rank 0 {@code a: calc 3},
   * {@code b: send 9b to 1 tag 7}, {@code b requires a}; rank 1 {@code recv 9b from 0 tag 7}.
   */
  private static final String OF_TXT2BIN =
      "7f10000000000000 02000000 00 00 2600000000000000 84000000000000008400000000000000"
          + " b70000000000000002000000 01000000 0000000000000000 03 00000000 0300000000000000"
          + " 00000000 00 00 01000000 00000000 00000000 0100000001000000 01 01000000"
          + " 0900000000000000 07000000 00 00 00000000 01000000 00000000 010000000100000001000000"
          + " 01000000 0000000000000000 02 00000000 0900000000000000 07000000 00 00 00000000"
          + " 00000000 00000000 00000000";

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replace(" ", ""));
  }

  private static Workload workload(String text) {
    return JobsName.workload(
        "s.goal", Map.of("s.goal", text), 8, new SplittableRandom(1), CollectiveAlgorithm.RING);
  }

  private static byte[] binary() {
    return new BinarySchedule(GoalReader.read("s.goal", TEXT)).bytes();
  }

  @Test
  void textAndBinaryAreOneSchedule() {
    Workload ofText = workload(TEXT);
    Workload ofBinary = workload(BytesAsText.pack(binary()));

    assertThat(ofBinary.flows()).isEqualTo(ofText.flows());
    assertThat(ofBinary.triggers()).isEqualTo(ofText.triggers());
  }

  @Test
  void readsWhatTxt2binWrites() {
    byte[] bytes = hex(OF_TXT2BIN);
    Schedule schedule = GoalBinary.read("s.bin", bytes);

    assertThat(schedule.named(1)).isEqualTo("rank 0, operation 1, send of 9b to rank 1 with tag 7");
    assertThat(schedule.before(1, 0)).isZero();
    assertThat(new BinarySchedule(schedule).bytes()).isEqualTo(bytes);
  }

  /** As long texts are kept in an experiment's file. */
  @Test
  void packedTextIsText() {
    assertThat(workload(BytesAsText.pack(TEXT.getBytes(StandardCharsets.UTF_8))))
        .extracting(Workload::flows)
        .isEqualTo(workload(TEXT).flows());
  }

  private static void refused(byte[] bytes, String message) {
    assertThatThrownBy(() -> GoalBinary.read("s.bin", bytes))
        .isInstanceOf(UserInputException.class)
        .hasMessage("s.bin: " + message);
  }

  private static byte[] with(int at, int value) {
    byte[] bytes = hex(OF_TXT2BIN);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
    return bytes;
  }

  @Test
  void refusesWhatIsNoScheduleByRankAndOperation() {
    refused(with(0, 2342), "a run of LogGOPSim with --save-mem spent this schedule; make it again");
    refused(with(8, 200), "200 ranks, but only 191 bytes");
    refused(with(8, -1), "4294967295 ranks, but only 191 bytes");
    refused(with(14, 500), "rank 0: its block is from 500 to 132");
    refused(with(46, 9), "rank 0: 9 operations do not fit into 94 bytes");
    refused(with(102, 5), "rank 0: operation 1 has rank 5 as its peer, of 2 ranks");
    refused(with(136, 7), "rank 0: operation 7 waits for operation 0, but there are 2");
    refused(
        with(157, -1),
        "rank 1: operation 0 is a recv from any source or with any tag; which one is not known"
            + " before the run");
    refused(with(156, 9), "rank 1: operation 0 is of type 9");
  }

  /** No byte may make it fail in another way than by a refusal. */
  @Test
  void damagedBytesAreRefusedOrRead() {
    SplittableRandom random = new SplittableRandom(7);
    byte[] whole = binary();
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = Arrays.copyOf(whole, 8 + random.nextInt(whole.length - 7));
      for (int changes = random.nextInt(4); changes > 0; changes--) {
        bytes[random.nextInt(8, bytes.length + 1) - 1] = (byte) random.nextInt();
      }
      try {
        assertThat(GoalBinary.read("s.bin", bytes).ranks()).isPositive();
      } catch (UserInputException refused) {
        assertThat(refused).hasMessageStartingWith("s.bin: ");
      }
    }
  }
}
