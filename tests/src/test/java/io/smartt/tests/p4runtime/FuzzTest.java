package io.smartt.tests.p4runtime;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.smartt.emulation.p4tools.BenchSwitch;
import io.smartt.emulation.p4tools.P4Program;
import io.smartt.p4.bmv2.Bmv2Reader;
import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import io.smartt.p4.info.P4InfoFromBmv2;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.p4.info.P4InfoReader.InvalidP4InfoException;
import io.smartt.p4.pipeline.program.Bmv2Program;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.p4.config.v1.P4Info;
import org.p4.v1.Entity;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.ReadRequest;
import org.p4.v1.SetForwardingPipelineConfigRequest.Action;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;
import org.p4.v1.TableEntry;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;

/**
 * The switch accepts any bytes or refuses them in the documented way: no other failure, and it goes
 * on working. The seed is fixed, and once found a fault.
 */
@ParameterizedClass(name = "seed {0}")
@MethodSource("seeds")
class FuzzTest {
  private static final Set<Status.Code> NEVER =
      EnumSet.of(Status.Code.INTERNAL, Status.Code.UNKNOWN, Status.Code.DATA_LOSS);

  private final SplittableRandom random;
  private final Spoiler spoiler;

  FuzzTest(long seed) {
    this.random = new SplittableRandom(seed);
    this.spoiler = new Spoiler(random);
  }

  static LongStream seeds() {
    return TestSeeds.with(5_496_057_013_020_663_597L);
  }

  @Test
  void spoiltJsonIsRefusedByName() {
    int refused = 0;
    for (int i = 0; i < 500; i++) {
      byte[] json = spoiler.spoil(Everything.JSON);
      try {
        var _ = Bmv2Program.load(json).instantiate(new Random(1));
      } catch (Bmv2FormatException e) {
        refused++;
        assertThat(e).hasMessageStartingWith("BMv2 JSON: ");
      }
    }
    assertThat(refused).isGreaterThan(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"everything.p4info.txtpb", "everything.p4info.bin", "everything.p4info.json"})
  void spoiltP4InfoIsRefusedByName(String name) throws InvalidProtocolBufferException {
    byte[] sound =
        switch (name.substring(name.lastIndexOf('.') + 1)) {
          case "bin" -> Everything.INFO.message().toByteArray();
          case "json" -> JsonFormat.printer().print(Everything.INFO.message()).getBytes(UTF_8);
          default -> Everything.P4INFO;
        };
    int refused = 0;
    for (int i = 0; i < 300; i++) {
      try {
        var _ = P4InfoIndex.of(P4InfoReader.parse(spoiler.spoil(sound), name));
      } catch (InvalidP4InfoException e) {
        refused++;
        assertThat(e.getMessage()).isNotBlank();
      }
    }
    assertThat(refused).isGreaterThan(30);
  }

  @Test
  void aSpoiltConfigIsInvalidOrRuns() {
    List<Status.Code> codes = new ArrayList<>();
    try (ServedSwitch served = new ServedSwitch()) {
      served.set(Action.VERIFY_AND_COMMIT, Everything.CONFIG);
      for (int i = 0; i < 300; i++) {
        Optional<ForwardingPipelineConfig> config = config(i);
        if (config.isPresent()) {
          Status.Code code = code(() -> served.set(action(), config.get()));
          codes.add(code);
          assertThat(code)
              .as("%s", config.get().getP4Info())
              .isIn(Status.Code.OK, Status.Code.INVALID_ARGUMENT);
          List<Status.Code> reads =
              List.of(code(() -> served.read(patterns())), code(() -> served.write(sound(served))));
          assertThat(reads).doesNotContain(Status.Code.INTERNAL);
        }
      }
    }
    assertThat(codes).contains(Status.Code.OK, Status.Code.INVALID_ARGUMENT);
  }

  private Action action() {
    Action[] actions = {
      Action.VERIFY, Action.VERIFY_AND_COMMIT, Action.VERIFY_AND_SAVE, Action.RECONCILE_AND_COMMIT
    };
    return actions[random.nextInt(actions.length)];
  }

  /** Spoilt JSON, or P4Info that is spoilt but still a message. */
  private Optional<ForwardingPipelineConfig> config(int i) {
    ForwardingPipelineConfig.Builder config = Everything.CONFIG.toBuilder();
    if (i % 3 == 0) {
      return Optional.of(
          config.setP4DeviceConfig(ByteString.copyFrom(spoiler.spoil(Everything.JSON))).build());
    }
    try {
      return Optional.of(
          config
              .setP4Info(P4Info.parseFrom(spoiler.spoil(config.getP4Info().toByteArray())))
              .build());
    } catch (InvalidProtocolBufferException e) {
      return Optional.empty();
    }
  }

  private WriteRequest sound(ServedSwitch served) {
    Draw draw = new Draw(random, false);
    List<Update> updates = IntStream.range(0, 5).mapToObj(_ -> draw.update()).toList();
    return served.request(updates).build();
  }

  @Test
  void spoiltWritesAndReadsAreRefusedOrDone() {
    int parsed = 0;
    try (ServedSwitch served = new ServedSwitch()) {
      served.set(Action.VERIFY_AND_COMMIT, Everything.CONFIG);
      for (int i = 0; i < 2000; i++) {
        byte[] write = spoiler.spoil(sound(served).toByteArray());
        byte[] read =
            spoiler.spoil(
                ReadRequest.newBuilder()
                    .setDeviceId(ServedSwitch.DEVICE)
                    .addAllEntities(patterns())
                    .build()
                    .toByteArray());
        try {
          WriteRequest request = WriteRequest.parseFrom(write);
          parsed++;
          assertThat(codes(served, request)).as("%s", request).doesNotContainAnyElementsOf(NEVER);
          ReadRequest asked = ReadRequest.parseFrom(read);
          assertThat(code(() -> served.stub().read(asked).forEachRemaining(_ -> {})))
              .as("%s", asked)
              .isNotIn(Status.Code.INTERNAL, Status.Code.DATA_LOSS);
        } catch (InvalidProtocolBufferException e) {
          assertThat(e.getMessage()).isNotBlank();
        }
      }
      assertThat(code(() -> served.read(patterns()))).isEqualTo(Status.Code.OK);
    }
    assertThat(parsed).isGreaterThan(150);
  }

  private static List<Status.Code> codes(ServedSwitch served, WriteRequest request) {
    try {
      return served.write(request);
    } catch (StatusRuntimeException e) {
      return List.of(e.getStatus().getCode());
    }
  }

  @Test
  void spoiltStreamMessagesEndTheStreamOrAreAnswered() {
    List<StreamMessageRequest> sound = new ArrayList<>();
    StreamMessageRequest.Builder message = StreamMessageRequest.newBuilder();
    message.getArbitrationBuilder().setDeviceId(1).getElectionIdBuilder().setLow(2);
    message.getArbitrationBuilder().getRoleBuilder().setName("r");
    sound.add(message.build());
    message.clear().getPacketBuilder().setPayload(ByteString.copyFromUtf8("packet"));
    message.getPacketBuilder().addMetadataBuilder().setMetadataId(1);
    sound.add(message.build());
    message.clear().getDigestAckBuilder().setDigestId(Everything.id("learn_t")).setListId(3);
    sound.add(message.build());
    try (ServedSwitch served = new ServedSwitch()) {
      served.set(Action.VERIFY_AND_COMMIT, Everything.CONFIG);
      for (int i = 0; i < 400; i++) {
        Ending ending = new Ending();
        StreamObserver<StreamMessageRequest> stream = served.asyncStub().streamChannel(ending);
        for (StreamMessageRequest request : sound) {
          try {
            StreamMessageRequest spoilt =
                StreamMessageRequest.parseFrom(spoiler.spoil(request.toByteArray()));
            if (ending.status.isEmpty()) {
              stream.onNext(spoilt);
            }
          } catch (InvalidProtocolBufferException e) {
            assertThat(e.getMessage()).isNotBlank();
          }
        }
        if (ending.status.isEmpty()) {
          stream.onCompleted();
        }
        assertThat(ending.status.map(Status::getCode).orElse(Status.Code.OK)).isNotIn(NEVER);
      }
      assertThatAStreamIsServed(served);
      assertThat(code(() -> served.read(patterns()))).isEqualTo(Status.Code.OK);
    }
  }

  /** Streams that ended badly left no place taken. */
  private static void assertThatAStreamIsServed(ServedSwitch served) {
    StreamMessageRequest.Builder backup = StreamMessageRequest.newBuilder();
    backup
        .getArbitrationBuilder()
        .setDeviceId(ServedSwitch.DEVICE)
        .setElectionId(ServedSwitch.electionId(0));
    Ending ending = new Ending();
    StreamObserver<StreamMessageRequest> stream = served.asyncStub().streamChannel(ending);
    stream.onNext(backup.build());
    assertThat(ending.status).isEmpty();
    assertThat(ending.answers).isEqualTo(1);
    stream.onCompleted();
  }

  /** The end of a stream. */
  private static final class Ending implements StreamObserver<StreamMessageResponse> {
    private Optional<Status> status = Optional.empty();
    private int answers;

    @Override
    public void onNext(StreamMessageResponse message) {
      answers++;
      assertThat(
              message.hasError()
                  && message.getError().getCanonicalCode() == Status.Code.INTERNAL.value())
          .isFalse();
    }

    @Override
    public void onError(Throwable cause) {
      status = Optional.of(Status.fromThrowable(cause));
    }

    @Override
    public void onCompleted() {
      status = Optional.of(Status.OK);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/p4runtime/everything.json",
        "/io/smartt/p4/programs/smartt.json",
        "/stf/stack_complex-bmv2.json",
        "/stf/subparser-with-header-stack-bmv2.json",
        "/stf/v1model-special-ops-bmv2.json"
      })
  void packetsOfAnyLengthAndContentAreCarriedOrDropped(String resource) throws IOException {
    P4Program program = program(resource(resource));
    try (BenchSwitch bench = new BenchSwitch(program, Bmv2Program::load, 1)) {
      for (int i = 0; i < 1000; i++) {
        byte[] packet = new byte[i < 100 ? i : random.nextInt(9217)];
        for (int at = 0; at < Math.min(packet.length, 120); at++) {
          packet[at] = (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : random.nextInt(3));
        }
        bench.receive(random.nextInt(511), packet, (_, _) -> {});
      }
      for (byte[] frame : frames()) {
        for (int length = 0; length <= frame.length; length++) {
          bench.receive(1, Arrays.copyOf(frame, length), (_, _) -> {});
          bench.receive(1, spoiler.spoil(frame), (_, _) -> {});
        }
      }
      assertThat(answers(bench)).isEqualTo(answersOfAFreshOne(program));
    }
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(FuzzTest.class.getResourceAsStream(name), name)) {
      return in.readAllBytes();
    }
  }

  private static Map<Integer, List<String>> answersOfAFreshOne(P4Program program) {
    try (BenchSwitch bench = new BenchSwitch(program, Bmv2Program::load, 1)) {
      return answers(bench);
    }
  }

  /** Returns a switch's output for sound frames, without its output for others before. */
  private static Map<Integer, List<String>> answers(BenchSwitch bench) {
    Map<Integer, Integer> before = new HashMap<>();
    bench.sent().forEach((port, packets) -> before.put(port, packets.size()));
    frames().forEach(frame -> bench.receive(1, frame, (_, _) -> {}));
    Map<Integer, List<String>> answers = new HashMap<>();
    bench
        .sent()
        .forEach((port, packets) -> {
          List<String> own =
              packets.stream()
                  .skip(before.getOrDefault(port, 0))
                  .map(HexFormat.of()::formatHex)
                  .toList();
          if (!own.isEmpty()) {
            answers.put(port, own);
          }
        });
    return answers;
  }

  private static P4Program program(byte[] json) {
    var config = Bmv2Reader.read(json);
    return new P4Program(
        ByteString.copyFrom(json), config, P4InfoIndex.of(P4InfoFromBmv2.of(config)));
  }

  /** Ethernet with IPv4 and UDP, with IPv4 options, with IPv6, and with VLAN tags. */
  private static List<byte[]> frames() {
    HexFormat hex = HexFormat.of();
    String macs = "020000000001020000000003";
    String udp = "c00112b9002800001180" + "00".repeat(30);
    return List.of(
        hex.parseHex(macs + "0800452a003c00000000401166830a0000030a000002" + udp),
        hex.parseHex(macs + "08004f2a006400000000401100000a0000030a000002" + "01".repeat(40) + udp),
        hex.parseHex(macs + "86dd60000000001411400000".repeat(1) + "20".repeat(32) + udp),
        hex.parseHex(macs + "8100000181000002" + "0800" + udp));
  }

  private static List<Entity> patterns() {
    List<Entity> patterns = new ArrayList<>();
    Entity.Builder pattern = Entity.newBuilder();
    pattern.setTableEntry(TableEntry.newBuilder());
    patterns.add(pattern.build());
    pattern.getActionProfileGroupBuilder();
    patterns.add(pattern.build());
    pattern.getCounterEntryBuilder();
    patterns.add(pattern.build());
    pattern.getMeterEntryBuilder();
    patterns.add(pattern.build());
    pattern.getRegisterEntryBuilder();
    patterns.add(pattern.build());
    pattern.getDirectCounterEntryBuilder();
    patterns.add(pattern.build());
    pattern.getValueSetEntryBuilder();
    patterns.add(pattern.build());
    return patterns;
  }

  private static Status.Code code(Runnable call) {
    try {
      call.run();
      return Status.Code.OK;
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode();
    }
  }
}
