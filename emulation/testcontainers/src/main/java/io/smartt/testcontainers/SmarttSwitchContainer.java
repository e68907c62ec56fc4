package io.smartt.testcontainers;

import module java.base;

import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.dockerclient.DockerClientConfigUtils;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.utility.DockerImageName;

/**
 * A P4 switch ({@code smartt switch}) in a container, with its P4Runtime server on a free port of
 * the Docker host. It is ready when the server listens.
 *
 * <p>Controllers need a certificate, which {@link #tls()} has; {@link #withoutTls()} opens the
 * server to all programs of this machine instead.
 */
public final class SmarttSwitchContainer extends GenericContainer<SmarttSwitchContainer> {
  /** The image that {@code smartt image build} makes. */
  public static final DockerImageName IMAGE = DockerImageName.parse("smartt");

  /** Port of the P4Runtime server inside. */
  public static final int P4RUNTIME_PORT = 9559;

  private static final String FOLDER = "/etc/smartt/";
  private static final String PROGRAM = FOLDER + "program.json";
  private static final String P4INFO = FOLDER + "program.p4info.txtpb";
  private static final String LOOPBACK = "127.0.0.1";
  private static final int SECRET = 0100600;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final List<String> arguments = new ArrayList<>();
  private Optional<Path> program = Optional.empty();
  private Optional<Path> p4Info = Optional.empty();
  private Optional<SwitchTls> tls = Optional.empty();
  private boolean open;

  /** A switch of the image {@link #IMAGE}. */
  public SmarttSwitchContainer() {
    this(IMAGE);
  }

  /** A switch of another image with the same program. */
  public SmarttSwitchContainer(DockerImageName image) {
    super(image);
    addExposedPort(P4RUNTIME_PORT);
    waitingFor(Wait.forLogMessage(".*Server listening on .*\\n", 1).withStartupTimeout(PATIENCE));
  }

  /**
   * Gives the switch a program. Without one it waits for a controller that brings it.
   *
   * @param bmv2Json what p4c makes for BMv2
   */
  public SmarttSwitchContainer withProgram(Path bmv2Json) {
    program = Optional.of(bmv2Json);
    return self();
  }

  /**
   * Gives the switch a program with p4c's own P4Info, so that controllers read and write at once.
   *
   * @param bmv2Json what p4c makes for BMv2
   * @param p4InfoText P4Info as protobuf text
   */
  public SmarttSwitchContainer withProgram(Path bmv2Json, Path p4InfoText) {
    p4Info = Optional.of(p4InfoText);
    return withProgram(bmv2Json);
  }

  /** Sets P4Runtime's device id, which is 0 otherwise. */
  public SmarttSwitchContainer withDeviceId(long deviceId) {
    return withSwitchArguments("--device-id", Long.toString(deviceId));
  }

  /** Makes a network interface of the container a port. */
  public SmarttSwitchContainer withInterface(int port, String name) {
    return withSwitchArguments("-i", port + "@" + name);
  }

  /** Sets the port of packets to and from the controller. */
  public SmarttSwitchContainer withCpuPort(int port) {
    return withSwitchArguments("--cpu-port", Integer.toString(port));
  }

  /** Adds any arguments of {@code smartt switch}. */
  public SmarttSwitchContainer withSwitchArguments(String... more) {
    arguments.addAll(List.of(more));
    return self();
  }

  /**
   * Serves without TLS, to programs of this machine only. Other containers of its Docker networks
   * reach it, too. Where Docker is on another machine, the switch does not start so.
   */
  public SmarttSwitchContainer withoutTls() {
    open = true;
    return self();
  }

  /**
   * Keys and certificates, for the controller.
   *
   * @throws IllegalStateException without TLS, or before the container starts
   */
  public SwitchTls tls() {
    return tls.orElseThrow(() ->
        new IllegalStateException(
            open ? "the switch is without TLS" : "the switch has not started yet"));
  }

  /**
   * Returns where a controller on this machine finds the P4Runtime server, as {@code host:port}.
   */
  public String p4RuntimeAddress() {
    return getHost() + ":" + getMappedPort(P4RUNTIME_PORT);
  }

  @Override
  protected void configure() {
    if (open) {
      setPortBindings(List.of(bindAddress(getHost()) + "::" + P4RUNTIME_PORT));
    } else if (tls.isEmpty()) {
      tls = Optional.of(SwitchTls.create(hosts()));
    }
    program.ifPresent(file -> copy(file, PROGRAM));
    p4Info.ifPresent(file -> copy(file, P4INFO));
    tls.ifPresent(files -> {
      secret(files.authority(), "ca.pem");
      secret(files.switchCertificate(), "node.pem");
      secret(files.switchKey(), "node-key.pem");
    });
    setCommand(command().toArray(String[]::new));
  }

  /**
   * Returns the address of this machine alone: its loopback, or the bridge where the test is in a
   * container, too.
   */
  static String bindAddress(String dockerHost) {
    if (dockerHost.equals("localhost") || dockerHost.startsWith("127.")) {
      return LOOPBACK;
    }
    if (DockerClientConfigUtils.IN_A_CONTAINER) {
      return dockerHost;
    }
    throw new IllegalStateException(
        "without TLS all would reach the switch on " + dockerHost + ", which is another machine");
  }

  private List<String> hosts() {
    Set<String> hosts = new LinkedHashSet<>(List.of("localhost", LOOPBACK));
    hosts.add(DockerClientFactory.instance().dockerHostIpAddress());
    hosts.addAll(getNetworkAliases());
    return List.copyOf(hosts);
  }

  /** The command line of the switch inside. */
  List<String> command() {
    List<String> command =
        new ArrayList<>(List.of("switch", "--grpc-server-addr", "0.0.0.0:" + P4RUNTIME_PORT));
    if (open) {
      command.add("--insecure");
    } else {
      command.addAll(List.of("--tls-cert", FOLDER + "node.pem"));
      command.addAll(List.of("--tls-key", FOLDER + "node-key.pem"));
      command.addAll(List.of("--tls-ca", FOLDER + "ca.pem"));
    }
    command.addAll(arguments);
    if (p4Info.isPresent()) {
      command.addAll(List.of("--p4info", P4INFO));
    }
    command.add(program.isPresent() ? PROGRAM : "--no-p4");
    return command;
  }

  private void copy(Path file, String to) {
    try {
      withCopyToContainer(Transferable.of(Files.readAllBytes(file)), to);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private void secret(String text, String name) {
    withCopyToContainer(
        Transferable.of(text.getBytes(StandardCharsets.UTF_8), SECRET), FOLDER + name);
  }
}
