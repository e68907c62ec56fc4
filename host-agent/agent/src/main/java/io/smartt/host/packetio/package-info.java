/**
 * Raw packets of Linux interfaces: AF_PACKET sockets by the foreign-function API, with no native
 * library of our own.
 */
@NullMarked
package io.smartt.host.packetio;

import org.jspecify.annotations.NullMarked;
