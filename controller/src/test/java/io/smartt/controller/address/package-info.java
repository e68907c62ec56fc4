/** Tests of addresses as values. */
@NullMarked
package io.smartt.controller.address;

import org.jspecify.annotations.NullMarked;
