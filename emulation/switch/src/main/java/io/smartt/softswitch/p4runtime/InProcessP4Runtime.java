package io.smartt.softswitch.p4runtime;

import module java.base;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.smartt.base.failure.RunFailedException;
import io.smartt.controller.rpc.Channels;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;

/**
 * A P4Runtime server and a channel to it within this process, without threads: what a call causes
 * has happened when it returns.
 *
 * @param service which other servers may offer too
 */
public record InProcessP4Runtime(P4RuntimeService service, Server server, ManagedChannel channel)
    implements AutoCloseable {
  /** Serves these devices, by lenient settings. */
  public static InProcessP4Runtime of(
      Collection<? extends ForwardingDevice> devices, ForwardingDevice.ProgramLoader loader) {
    P4RuntimeService service = new P4RuntimeService(devices, loader, P4RuntimeSettings.lenient());
    String name = "smartt-" + UUID.randomUUID();
    return RunFailedException.saying("the in-process P4Runtime server did not start")
        .get(() -> {
          Server server =
              InProcessServerBuilder.forName(name)
                  .directExecutor()
                  .addService(service)
                  .build()
                  .start();
          ManagedChannel channel =
              InProcessChannelBuilder.forName(name)
                  .directExecutor()
                  .maxInboundMessageSize(Channels.MAX_MESSAGE_BYTES)
                  .build();
          return new InProcessP4Runtime(service, server, channel);
        });
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.shutdownNow();
  }
}
