/** Puts a switch on its own together as its command line says: ports, program, servers, log. */
@NullMarked
package io.smartt.switchd.process;

import org.jspecify.annotations.NullMarked;
