package io.smartt.softswitch.p4runtime;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.P4Object;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.p4.info.P4Objects;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.Pipeline.Digest;
import io.smartt.p4.pipeline.PipelineProgram.PipelineLog;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.DropPort;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.SwitchEnvironment;
import io.smartt.softswitch.SwitchListener;
import io.smartt.softswitch.SwitchListener.EndlessRequest;
import io.smartt.softswitch.TestPrograms;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.p4.config.v1.P4Info;
import org.p4.v1.Entity;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.P4RuntimeGrpc;
import org.p4.v1.ReadRequest;
import org.p4.v1.SetForwardingPipelineConfigRequest;
import org.p4.v1.Update;
import org.p4.v1.WriteRequest;

/**
 * An embedded switch with ports 0 to 4 and CPU port 255 that runs {@code features.p4}, behind its
 * P4Runtime server, with a primary controller. Its time stands still unless a test moves it, and
 * nothing waits: what a packet causes has happened when {@link #send} returns.
 */
final class RealSwitch implements AutoCloseable, SwitchListener, SwitchEnvironment {
  static final int CPU = 255;
  static final long ELECTION = 10;

  /** What time it is when the switch starts. */
  static final long START_UNIX_NS = 1_800_000_000_000_000_000L;

  private static final long DEVICE = 1;
  private static final Pattern NAME = Pattern.compile("\\$([A-Za-z_.0-9]+)");
  private static final byte[] JSON = resource("features.json");
  private static final P4InfoIndex INFO =
      P4InfoIndex.of(P4InfoReader.parse(resource("features.p4info.txtpb"), "features.txtpb"));

  /** A packet that left. */
  record Sent(int port, String hex) {}

  final EmbeddedSwitch device;
  final EmbeddedDevice runtime;
  final TestController controller;
  final List<String> log = new ArrayList<>();
  long nowPs;
  private final P4Info info;
  private final Map<Integer, String> portNames;
  private final Server server;
  private final ManagedChannel channel;
  private final BitSet ready = new BitSet();
  private final byte[] program;
  final List<EndlessRequest> endless = new ArrayList<>();

  RealSwitch() {
    this(DropPort.DEFAULT);
  }

  RealSwitch(int dropPort) {
    this(dropPort, INFO.message(), Map.of(), JSON);
  }

  RealSwitch(int dropPort, P4Info info, Map<Integer, String> portNames) {
    this(dropPort, info, portNames, JSON);
  }

  /** One that runs {@link TestPrograms#careless}, which needs no other P4Info. */
  static RealSwitch careless() {
    return new RealSwitch(DropPort.DEFAULT, INFO.message(), Map.of(), TestPrograms.careless());
  }

  private RealSwitch(int dropPort, P4Info info, Map<Integer, String> portNames, byte[] program) {
    this.info = info;
    this.portNames = portNames;
    this.program = program;
    BitSet ports = new BitSet();
    ports.set(0, 5);
    ports.set(CPU);
    device =
        new EmbeddedSwitch(
            "s1",
            ports,
            OptionalInt.of(dropPort),
            Collections.nCopies(3, QueueConfig.packets(4)),
            this);
    runtime = new EmbeddedDevice(DEVICE, device, () -> new SplittableRandom(1), this);
    P4RuntimeService service =
        new P4RuntimeService(
            List.of(runtime),
            json -> Bmv2Program.load(DropPort.into(json, dropPort)),
            P4RuntimeSettings.strictly());
    String name = "real-" + System.identityHashCode(this);
    try {
      server =
          InProcessServerBuilder.forName(name).directExecutor().addService(service).build().start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    channel = InProcessChannelBuilder.forName(name).directExecutor().build();
    controller = new TestController(P4RuntimeGrpc.newStub(channel)).arbitrate(DEVICE, ELECTION);
    controller.drain();
    install();
  }

  void install() {
    install(SetForwardingPipelineConfigRequest.Action.VERIFY_AND_COMMIT);
  }

  void install(SetForwardingPipelineConfigRequest.Action action) {
    var _ =
        stub()
            .setForwardingPipelineConfig(
                SetForwardingPipelineConfigRequest.newBuilder()
                    .setDeviceId(DEVICE)
                    .setElectionId(TestController.id(ELECTION))
                    .setAction(action)
                    .setConfig(config())
                    .build());
  }

  static P4Info p4Info() {
    return INFO.message();
  }

  private ForwardingPipelineConfig config() {
    return ForwardingPipelineConfig.newBuilder()
        .setP4Info(info)
        .setP4DeviceConfig(ByteString.copyFrom(program))
        .build();
  }

  private static byte[] resource(String name) {
    try (InputStream in =
        EmbeddedSwitch.class.getResourceAsStream("/io/smartt/softswitch/programs/" + name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private P4RuntimeGrpc.P4RuntimeBlockingStub stub() {
    return P4RuntimeGrpc.newBlockingStub(channel);
  }

  /** A session of the controller of this project, which becomes the primary one. */
  P4RuntimeClient client() {
    return P4RuntimeClient.connect(
        channel, new SwitchId("s1", DEVICE), ElectionId.of(ELECTION + 1), Duration.ofSeconds(10));
  }

  void insert(String entity) {
    write(Update.Type.INSERT, entity);
  }

  void modify(String entity) {
    write(Update.Type.MODIFY, entity);
  }

  void delete(String entity) {
    write(Update.Type.DELETE, entity);
  }

  /** Inserts an operation: {@code code}, the action and its one-byte arguments. */
  void operation(int code, String action, int... arguments) {
    insert(operationEntry(code, action, arguments));
  }

  static String operationEntry(int code, String action, int... arguments) {
    StringBuilder params = new StringBuilder();
    for (int i = 0; i < arguments.length; i++) {
      params.append("params { param_id: %d value: %s }".formatted(i + 1, bytes(arguments[i])));
    }
    return ("table_entry { table_id: $MyIngress.operations match { field_id: 1 exact { value: %s }"
            + " } action { action { action_id: $MyIngress.%s %s } } }")
        .formatted(bytes(code), action, params);
  }

  /** What egress does to an operation. */
  void lastWords(int code, String action, int... arguments) {
    insert(
        operationEntry(code, action, arguments)
            .replace("$MyIngress.operations", "$MyEgress.last_words")
            .replace("$MyIngress.", "$MyEgress."));
  }

  static String bytes(int value) {
    return "\"" + TextFormat.escapeBytes(new byte[] {(byte) value}) + "\"";
  }

  private void write(Update.Type type, String entity) {
    var _ =
        stub()
            .write(
                WriteRequest.newBuilder()
                    .setDeviceId(DEVICE)
                    .setElectionId(TestController.id(ELECTION))
                    .addUpdates(Update.newBuilder().setType(type).setEntity(entity(entity)))
                    .build());
  }

  List<Entity> read(String entity) {
    List<Entity> found = new ArrayList<>();
    stub()
        .read(ReadRequest.newBuilder().setDeviceId(DEVICE).addEntities(entity(entity)).build())
        .forEachRemaining(response -> found.addAll(response.getEntitiesList()));
    return found;
  }

  static Entity entity(String text) {
    Entity.Builder entity = Entity.newBuilder();
    String withIds =
        NAME.matcher(text)
            .replaceAll(match -> Matcher.quoteReplacement(Integer.toString(id(match.group(1)))));
    try {
      TextFormat.merge(withIds, entity);
    } catch (TextFormat.ParseException e) {
      throw new IllegalArgumentException(withIds, e);
    }
    return entity.build();
  }

  static int id(String name) {
    List<P4Objects<? extends P4Object>> kinds =
        List.of(INFO.tables(), INFO.actions(), INFO.meters(), INFO.digests());
    return kinds.stream()
        .flatMap(kind -> kind.find(name).stream())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the program has no " + name))
        .id();
  }

  /** A packet comes in; what leaves because of it, by port and then in order. */
  List<Sent> send(int port, String hex) {
    queue(port, hex);
    return sent();
  }

  /** A packet comes in and waits at its egress port. */
  void queue(int port, String hex) {
    device.receive(port, Packet.of(HexFormat.of().parseHex(hex)), nowPs);
  }

  /** Everything that leaves now. */
  List<Sent> sent() {
    List<Sent> sent = new ArrayList<>();
    Packet out = new Packet(64);
    for (int port = ready.nextSetBit(0); port >= 0; port = ready.nextSetBit(0)) {
      ready.clear(port);
      while (device.transmit(port, nowPs, out)) {
        if (port == CPU) {
          runtime.packetIn(out.toByteArray());
        } else {
          sent.add(new Sent(port, HexFormat.of().formatHex(out.toByteArray())));
        }
      }
    }
    return sent;
  }

  void tick(long millis) {
    nowPs += millis * 1_000_000_000L;
    runtime.housekeeping(nowPs);
  }

  @Override
  public void portReady(int port) {
    ready.set(port);
  }

  @Override
  public void endless(long atPs, EndlessRequest request) {
    endless.add(request);
  }

  @Override
  public void digest(long atPs, Digest digest) {
    runtime.digest(atPs, digest);
  }

  @Override
  public Map<Integer, String> portNames() {
    return portNames;
  }

  @Override
  public long nowPs() {
    return nowPs;
  }

  @Override
  public long unixNs(long atNs) {
    return START_UNIX_NS + atNs;
  }

  @Override
  public boolean linkUp(int port) {
    return true;
  }

  @Override
  public void packetOut(byte[] frame) {
    device.receive(CPU, Packet.of(frame), nowPs);
  }

  @Override
  public PipelineLog log() {
    return log::add;
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.shutdownNow();
  }
}
