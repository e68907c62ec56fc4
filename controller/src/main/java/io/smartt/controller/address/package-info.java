/** IPv4 and MAC addresses as immutable values: parsing, text and bytes. */
@NullMarked
package io.smartt.controller.address;

import org.jspecify.annotations.NullMarked;
