/** gRPC channels: their size limits, how they are opened and how they are closed. */
@NullMarked
package io.smartt.controller.rpc;

import org.jspecify.annotations.NullMarked;
