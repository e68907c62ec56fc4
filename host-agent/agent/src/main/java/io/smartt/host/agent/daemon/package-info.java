/** The agent of one host as a server: a gRPC API around its transport, and who may call it. */
@NullMarked
package io.smartt.host.agent.daemon;

import org.jspecify.annotations.NullMarked;
