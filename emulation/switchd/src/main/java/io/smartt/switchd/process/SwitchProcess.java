package io.smartt.switchd.process;

import module java.base;

import com.google.protobuf.ByteString;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.base.trace.CaptureReader.CaptureFormatException;
import io.smartt.host.concurrent.TaskOutcome;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.p4.info.P4InfoReader.InvalidP4InfoException;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.DropPort;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.p4runtime.ForwardingDevice.LoadedConfig;
import io.smartt.softswitch.p4runtime.ForwardingDevice.ProgramLoader;
import io.smartt.softswitch.p4runtime.P4RuntimeService;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import io.smartt.softswitch.port.FilePort;
import io.smartt.softswitch.port.FilePort.FileReplay;
import io.smartt.softswitch.standalone.StandaloneSwitch;
import io.smartt.softswitch.standalone.SwitchLog;
import io.smartt.softswitch.standalone.SwitchLog.Level;
import io.smartt.softswitch.standalone.SwitchServer;
import io.smartt.switchd.ctl.SwitchControlService;
import io.smartt.switchd.thrift.ThriftServer;
import io.smartt.switchd.thrift.ThriftServices;
import org.p4.config.v1.P4Info;
import org.p4.v1.ForwardingPipelineConfig;

/** A running switch with its servers. Close it to stop all of it. */
public final class SwitchProcess implements AutoCloseable {
  private static final long POLL_MS = 5;
  private static final long LOOP_ENDS_MS = 2_000;
  private static final long PS_PER_NS = 1_000;

  private final PrintWriter out;
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private final StandaloneSwitch device;
  private final SwitchServer p4Runtime;
  private final Optional<ThriftServer> thrift;

  /**
   * Starts a switch.
   *
   * @param out where it says what it does
   * @throws UserInputException where the request is wrong
   * @throws RunFailedException where the system refuses a port or an address
   */
  public SwitchProcess(SwitchRequest request, PrintWriter out, Clock clock) {
    this.out = out;
    try {
      SwitchLog log = log(request.log(), clock);
      // Counts from now; simple_switch counts from its start too.
      KernelClock kernelClock = new KernelClock();
      LongSupplier clockPs = kernelClock::nowPs;
      EventLoop loop = loop(request.idle());
      PortOpener ports = PortOpener.open(request, clock, loop, kernelClock);
      ports.ports().values().forEach(this::keep);
      // Capture files bring frames as fast as they are taken: a thread of its own takes them best.
      device =
          keep(
              PortOpener.hasInterface(request)
                  ? StandaloneSwitch.onLoop(
                      loop, request.settings(), ports.ports(), clockPs, clock, log)
                  : new StandaloneSwitch(request.settings(), ports.ports(), clockPs, clock, log));
      request
          .ports()
          .forEach(
              (number, name) -> out.println("Adding interface " + name + " as port " + number));
      ProgramLoader loader =
          json -> Bmv2Program.observable(DropPort.into(json, request.settings().dropPort()));
      P4RuntimeService service =
          new P4RuntimeService(
              List.of(device.device()),
              loader,
              request.strict() ? P4RuntimeSettings.strictly() : P4RuntimeSettings.lenient());
      Optional<StartProgram> program =
          request.program().map(file -> StartProgram.read(file, request.p4Info()));
      program.ifPresent(start -> install(start, service, loader, request.thrift().isPresent()));
      device.start();
      SwitchControlService ctl =
          keep(new SwitchControlService(device, () -> clockPs.getAsLong() / PS_PER_NS));
      if (request.control().isPresent()) {
        p4Runtime = keep(SwitchServer.start(request.p4Runtime(), request.tls(), List.of(service)));
        SwitchServer control =
            keep(SwitchServer.start(request.control().get(), request.tls(), List.of(ctl)));
        out.println(
            "Control service listening on "
                + request.control().get().getHostString()
                + ":"
                + control.port());
      } else {
        p4Runtime =
            keep(SwitchServer.start(request.p4Runtime(), request.tls(), List.of(service, ctl)));
      }
      thrift =
          request
              .thrift()
              .map(address ->
                  keep(
                      ThriftServer.start(
                          address,
                          new ThriftServices(
                              service.local(device.device().deviceId()), device, clockPs, clock))));
      thrift.ifPresent(server ->
          out.println(
              "Thrift server listening on "
                  + request.thrift().orElseThrow().getHostString()
                  + ":"
                  + server.port()));
      out.println(
          "Server listening on " + request.p4Runtime().getHostString() + ":" + p4Runtime.port());
      out.flush();
      if (!ports.files().isEmpty()) {
        replay(request, ports.files(), log);
      }
    } catch (RuntimeException e) {
      stop();
      throw Closing.after(e, opened);
    }
  }

  private <T extends AutoCloseable> T keep(T resource) {
    opened.push(resource);
    return resource;
  }

  private EventLoop loop(PacketIoHandler.IdleStrategy idle) {
    MultiThreadIoEventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("switch", true), PacketIoHandler.factory(idle));
    keep(() ->
        group.shutdownGracefully(0, LOOP_ENDS_MS, TimeUnit.MILLISECONDS).syncUninterruptibly());
    return group.next();
  }

  private SwitchLog log(SwitchRequest.LogRequest request, Clock clock) {
    if (request.console()) {
      return new SwitchLog(out, request.level(), true, request.dumpBytes(), clock);
    }
    if (request.file().isEmpty()) {
      return SwitchLog.none();
    }
    Path file = request.file().get();
    return FileErrors.input("log file " + file + " cannot be written")
        .get(() ->
            new SwitchLog(
                keep(new PrintWriter(Files.newBufferedWriter(file))),
                request.level(),
                request.flushed(),
                request.dumpBytes(),
                clock));
  }

  private void install(
      StartProgram program, P4RuntimeService service, ProgramLoader loader, boolean alone) {
    program.install(service, device.device(), loader, alone);
    if (program.p4Info().isEmpty() && alone) {
      out.println("No P4Info in the program's folder: it is worked out of the BMv2 JSON");
    } else if (program.p4Info().isEmpty()) {
      out.println(
          "No P4Info in the program's folder: P4Runtime reads and writes need a controller to send"
              + " both first");
    }
  }

  private void replay(SwitchRequest request, List<FilePort> files, SwitchLog log) {
    Thread.ofPlatform()
        .name("pcap-files")
        .daemon()
        .start(() -> {
          try {
            awaitProgram();
            Thread.sleep(1_000L * request.useFilesWaitS().orElse(0));
            long packets = new FileReplay(files).run();
            while (!device.isIdle()) {
              Thread.sleep(POLL_MS);
            }
            files.forEach(FilePort::flush);
            log.line(Level.INFO, "All " + packets + " packets of the capture files went through");
            if (request.endWithFiles()) {
              done.complete(null);
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          } catch (StandaloneSwitch.SwitchStoppedException e) {
            log.line(Level.DEBUG, "The switch stopped before the capture files ended");
          } catch (CaptureFormatException e) {
            done.completeExceptionally(new UserInputException(e));
          } catch (RuntimeException e) {
            done.completeExceptionally(e);
          }
        });
  }

  private void awaitProgram() throws InterruptedException {
    while (!device.device().hasProgram()) {
      Thread.sleep(POLL_MS);
    }
  }

  /** The switch. */
  public StandaloneSwitch device() {
    return device;
  }

  /** TCP port of the P4Runtime server. */
  public int p4RuntimePort() {
    return p4Runtime.port();
  }

  /** TCP port of the Thrift server, where there is one. */
  public OptionalInt thriftPort() {
    return thrift.stream().mapToInt(ThriftServer::port).findFirst();
  }

  /**
   * Waits until the switch has nothing left to do or is stopped.
   *
   * @throws UserInputException naming the capture file that turned out to be broken
   */
  public void await() {
    TaskOutcome.of(done);
  }

  /** Ends {@link #await}. */
  public void stop() {
    done.complete(null);
  }

  @Override
  public void close() {
    stop();
    List<AutoCloseable> all = List.copyOf(opened);
    opened.clear();
    Closing.all("stopping the switch", all);
  }

  /** The program that a switch is started with, and its P4Info where there is one. */
  private record StartProgram(Path file, ByteString json, Optional<Path> p4Info) {
    private static final List<String> P4INFO_ENDINGS =
        List.of(
            ".p4info.txtpb", ".p4.p4info.txtpb",
            ".p4info.txt", ".p4.p4info.txt",
            ".p4info.pb.txt", ".p4info.bin");

    /**
     * Reads it.
     *
     * @param p4Info where its P4Info is; empty: it is looked for in the program's folder
     * @throws UserInputException naming the file that cannot be read
     */
    static StartProgram read(Path file, Optional<Path> p4Info) {
      return new StartProgram(
          file, ByteString.copyFrom(InputFile.bytes(file)), p4Info.or(() -> inFolderOf(file)));
    }

    /** The P4Info file of the same name in a program's folder. */
    static Optional<Path> inFolderOf(Path program) {
      String name = program.getFileName().toString();
      String stem = name.endsWith(".json") ? name.substring(0, name.length() - 5) : name;
      return P4INFO_ENDINGS.stream()
          .map(ending -> program.resolveSibling(stem + ending))
          .filter(Files::isRegularFile)
          .findFirst();
    }

    /** Reads a P4Info file, which is empty if p4c once wrote it for a program without tables. */
    private static P4Info p4Info(Path file) {
      byte[] info = InputFile.bytes(file);
      return info.length == 0
          ? P4Info.getDefaultInstance()
          : P4InfoReader.parse(info, file.toString());
    }

    /**
     * Makes the switch run it, with its initial entries.
     *
     * @param alone whether controllers can write it without P4Info too, since theirs is BMv2's API
     * @throws UserInputException naming the file that is wrong and why
     */
    void install(
        P4RuntimeService service, EmbeddedDevice device, ProgramLoader loader, boolean alone) {
      try {
        if (p4Info.isPresent()) {
          service.preload(
              device.deviceId(),
              ForwardingPipelineConfig.newBuilder()
                  .setP4Info(p4Info(p4Info.get()))
                  .setP4DeviceConfig(json)
                  .build());
        } else if (alone) {
          service.preload(device.deviceId(), ThriftServices.config(json.toByteArray()));
        } else {
          P4InfoIndex none = P4InfoIndex.of(P4Info.getDefaultInstance());
          device.activate(
              device.prepare(new LoadedConfig(loader.load(json.toByteArray()), none, false)));
        }
      } catch (UserInputException e) {
        throw e;
      } catch (InvalidP4InfoException e) {
        throw new UserInputException(e);
      } catch (RuntimeException e) {
        // The user hears what is wrong with a program.
        throw new UserInputException(
            file
                + p4Info.map(info -> " with " + info).orElse("")
                + ": the switch cannot run it: "
                + e.getMessage(),
            e);
      }
    }
  }
}
