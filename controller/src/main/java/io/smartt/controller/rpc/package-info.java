/** gRPC channels: their limits, the TLS of clients, and why a connection was refused. */
@NullMarked
package io.smartt.controller.rpc;

import org.jspecify.annotations.NullMarked;
