/** The attachments of the ports of a switch on its own: interfaces, capture files, memory. */
@NullMarked
package io.smartt.softswitch.port;

import org.jspecify.annotations.NullMarked;
