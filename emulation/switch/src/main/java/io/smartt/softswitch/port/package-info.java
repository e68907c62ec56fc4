/** What the ports of a switch on its own are attached to: interfaces, capture files, memory. */
@NullMarked
package io.smartt.softswitch.port;

import org.jspecify.annotations.NullMarked;
